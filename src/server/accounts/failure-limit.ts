import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../http/api-error.ts';

/** Counts failures by a key, and refuses the next try when there were too many. */
export interface FailureLimit {
  /** Throws 429 with `Retry-After` when the key has used up its failures. */
  check(key: string): void;
  count(key: string): void;
  /** A success: the key begins anew. */
  clear(key: string): void;
}

const MOST_KEYS = 100_000;

/** `failures` are allowed in `windowMs` from the first on. What succeeds is never counted. */
export function createFailureLimit(options: {
  failures: number;
  windowMs: number;
  clock: () => number;
}): FailureLimit {
  const { failures, windowMs, clock } = options;
  const counted = new LRUCache<string, { failures: number; until: number }>({ max: MOST_KEYS });

  function current(key: string) {
    const found = counted.get(key);
    return found && clock() < found.until ? found : undefined;
  }

  return {
    check(key) {
      const found = current(key);
      if (!found || found.failures < failures) return;
      const retryAfter = Math.ceil((found.until - clock()) / 1000);
      throw new ApiError(429, tooMany(retryAfter), { retryAfter });
    },
    count(key) {
      const found = current(key);
      if (found) found.failures += 1;
      else counted.set(key, { failures: 1, until: clock() + windowMs });
    },
    clear(key) {
      counted.delete(key);
    },
  };
}

function tooMany(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `Too many failed attempts. Please wait ${wait} and try again.`;
}

/** Who counts as one address: of IPv6 the network of 64 bits, which one household or server has whole. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  // The URL parser writes every IPv6 address in its one shortest form.
  const [plain = ''] = address.split('%');
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = short.split('::');
  const groups = [head, tail].map((half) => half.split(':').filter(Boolean));
  const missing = Array(8 - groups.flat().length).fill('0');
  return (groups[0] ?? [])
    .concat(missing, groups[1] ?? [])
    .slice(0, 4)
    .join(':');
}
