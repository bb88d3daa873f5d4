import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { ApiError } from './api-error.ts';
import type { CountedWindow, SharedCounts } from './shared-counts.ts';

interface Limit {
  /** Rejects with 429 and `Retry-After` if the key has reached its limit. */
  check(key: string): Promise<void>;
  count(key: string): Promise<void>;
  takeBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

/** Allows `most` attempts per window. `sentence` begins the error message. */
interface LimitOptions extends CountedWindow {
  most: number;
  sentence: string;
}

/** Counts in memory and, if given, in Redis. After a rejected write, the larger count applies. */
export type MakeLimit = (options: LimitOptions) => Limit;

const MAX_KEYS = 20_000;

export function createLimits(clock: () => number, inRedis?: SharedCounts): MakeLimit {
  return ({ most, sentence, ...options }) => {
    const { windowMs, waits } = options;
    const own = countInMemory(clock, options);
    const shared = inRedis?.(options);
    return {
      async check(key) {
        const remote = await shared?.read(key);
        const local = own.read(key);
        const isShared = remote && (local.isShared || remote.count >= local.count);
        const { count, endsInMs } = isShared ? remote : local;
        if (count < most) return;
        const waitMs = waits && Math.min(waits.firstMs * 2 ** (count - most), waits.longestMs);
        const leftMs = waitMs === undefined ? endsInMs : waitMs - (windowMs - endsInMs);
        if (leftMs <= 0) return;
        const retryAfter = Math.ceil(leftMs / 1000);
        throw new ApiError(429, `${sentence} Please wait ${inWords(retryAfter)} and try again.`, {
          retryAfter,
        });
      },
      async count(key) {
        own.count(key);
        if (await shared?.count(key)) own.share(key);
      },
      async takeBack(key) {
        own.takeBack(key);
        await shared?.takeBack(key);
      },
      async clear(key) {
        own.clear(key);
        await shared?.clear(key);
      },
    };
  };
}

function countInMemory(clock: () => number, { windowMs, waits }: CountedWindow) {
  // `max` would preallocate memory for all keys: half a megabyte at startup.
  const counted = new LRUCache<string, { count: number; until: number; isShared: boolean }>({
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
  });
  const current = (key: string) => {
    const found = counted.get(key);
    return found && clock() < found.until ? found : undefined;
  };
  return {
    read(key: string) {
      const { count, until, isShared } = current(key) ?? { count: 0, until: 0, isShared: true };
      return { count, endsInMs: until - clock(), isShared };
    },
    count(key: string) {
      const found = current(key);
      const until = found && !waits ? found.until : clock() + windowMs;
      counted.set(key, { count: (found?.count ?? 0) + 1, until, isShared: false });
    },
    /** From now on Redis is authoritative, because other nodes clear keys there. */
    share(key: string) {
      const found = current(key);
      if (found) counted.set(key, { ...found, isShared: true });
    },
    takeBack(key: string) {
      const found = current(key);
      if (found) counted.set(key, { ...found, count: found.count - 1 });
    },
    clear: (key: string) => counted.delete(key),
  };
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const whole = Math.ceil(seconds / 60);
  return whole === 1 ? 'a minute' : `${whole} minutes`;
}

/** The IPv4 address, or the /64 network of an IPv6 address, which one client controls entirely. */
export function clientNetwork(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  // The URL parser normalizes an IPv6 address to its shortest form.
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
