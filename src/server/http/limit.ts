import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { ApiError } from './api-error.ts';

/** Counts something by a key, and refuses the next try when there was too much of it. */
interface Limit {
  /** Throws 429 with `Retry-After` when the key has used up what it may. */
  check(key: string): void;
  count(key: string): void;
  /** The key begins anew. */
  clear(key: string): void;
}

/** Beyond it the keys unseen for longest are forgotten; each limit takes the memory for them at once. */
const MOST_KEYS = 20_000;

/** `most` are allowed in `windowMs` from the first on; beyond that `sentence` says why not. */
export function createLimit(options: {
  most: number;
  windowMs: number;
  clock: () => number;
  sentence: string;
}): Limit {
  const { most, windowMs, clock, sentence } = options;
  const counted = new LRUCache<string, { count: number; until: number }>({ max: MOST_KEYS });

  function current(key: string) {
    const found = counted.get(key);
    return found && clock() < found.until ? found : undefined;
  }

  return {
    check(key) {
      const found = current(key);
      if (!found || found.count < most) return;
      const retryAfter = Math.ceil((found.until - clock()) / 1000);
      throw new ApiError(429, `${sentence} Please wait ${minutes(retryAfter)} and try again.`, {
        retryAfter,
      });
    },
    count(key) {
      const found = current(key);
      if (found) found.count += 1;
      else counted.set(key, { count: 1, until: clock() + windowMs });
    },
    clear(key) {
      counted.delete(key);
    },
  };
}

function minutes(seconds: number): string {
  const whole = Math.ceil(seconds / 60);
  return whole === 1 ? 'a minute' : `${whole} minutes`;
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
