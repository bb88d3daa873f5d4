import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { ApiError } from './api-error.ts';
import type { CountedWindow, SharedCounts } from './shared-counts.ts';

/** Counts something by a key, and refuses the next try when there was too much of it. */
interface Limit {
  /** Rejects with 429 and `Retry-After` when the key has used up what it may. */
  check(key: string): Promise<void>;
  count(key: string): Promise<void>;
  /** What was counted did not come about. */
  takeBack(key: string): Promise<void>;
  /** Forgets the key's count. */
  clear(key: string): Promise<void>;
}

/** `most` are allowed in `windowMs` from the first on; beyond that `sentence` says why not. */
interface LimitOptions extends CountedWindow {
  most: number;
  sentence: string;
}

/**
 * Makes limits that all nodes share through Redis if there is one. Each node keeps its own count too, which
 * decides without Redis. If Redis refused a count, the larger of the two decides.
 */
export type MakeLimit = (options: LimitOptions) => Limit;

/** Beyond it the keys unseen for longest are forgotten. */
const MOST_KEYS = 20_000;

export function createLimits(clock: () => number, inRedis?: SharedCounts): MakeLimit {
  return ({ most, sentence, ...options }) => {
    const { windowMs, waits } = options;
    const own = countHere(clock, options);
    const shared = inRedis?.(options);
    return {
      async check(key) {
        const there = await shared?.read(key);
        const here = own.read(key);
        const isShared = there && (here.isShared || there.count >= here.count);
        const { count, endsInMs } = isShared ? there : here;
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

function countHere(clock: () => number, { windowMs, waits }: CountedWindow) {
  // With `max` each limit would take the memory for all its keys at once: at the start, half a megabyte.
  const counted = new LRUCache<string, { count: number; until: number; isShared: boolean }>({
    maxSize: MOST_KEYS,
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
    /** Redis has the last count too: from then on it knows better, as other nodes clear keys there. */
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
