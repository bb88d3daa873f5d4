import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { ApiError } from './api-error.ts';

/** Counts something by a key, and refuses the next try when there was too much of it. */
interface Limit {
  /** Rejects with 429 and `Retry-After` when the key has used up what it may. */
  check(key: string): Promise<void>;
  count(key: string): Promise<void>;
  /** What was counted did not come about. */
  takeBack(key: string): Promise<void>;
  /** The key begins anew. */
  clear(key: string): Promise<void>;
}

/** `most` are allowed in `windowMs` from the first on; beyond that `sentence` says why not. */
interface LimitOptions {
  /** Tells its counts from those of other limits. */
  name: string;
  most: number;
  windowMs: number;
  /**
   * Beyond `most` one more is allowed after a wait, which doubles with each until it is the longest.
   * The window then begins anew with each as well. Unset: none until the window ends.
   */
  waits?: { firstMs: number; longestMs: number };
  sentence: string;
}

/**
 * Makes limits that all nodes have in common where there is a Redis. Each counts by itself as well:
 * while Redis is away, or where there is none, that count holds.
 */
export type MakeLimit = (options: LimitOptions) => Limit;

/** Beyond it the keys unseen for longest are forgotten. */
const MOST_KEYS = 20_000;

export function createLimits(clock: () => number, redis?: Redis): MakeLimit {
  return ({ most, sentence, ...options }) => {
    const { windowMs, waits } = options;
    const own = countHere(clock, options);
    const shared = redis && countInRedis(redis, options);
    return {
      async check(key) {
        const { count, endsInMs } = (await shared?.read(key)) ?? own.read(key);
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
        await shared?.count(key);
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

type Window = Pick<LimitOptions, 'name' | 'windowMs' | 'waits'>;

function countHere(clock: () => number, { windowMs, waits }: Window) {
  // With `max` each limit would take the memory for all its keys at once: at the start, half a megabyte.
  const counted = new LRUCache<string, { count: number; until: number }>({
    maxSize: MOST_KEYS,
    sizeCalculation: () => 1,
  });
  const current = (key: string) => {
    const found = counted.get(key);
    return found && clock() < found.until ? found : undefined;
  };
  return {
    read(key: string) {
      const { count, until } = current(key) ?? { count: 0, until: 0 };
      return { count, endsInMs: until - clock() };
    },
    count(key: string) {
      const found = current(key);
      const until = found && !waits ? found.until : clock() + windowMs;
      counted.set(key, { count: (found?.count ?? 0) + 1, until });
    },
    takeBack(key: string) {
      const found = current(key);
      if (found) counted.set(key, { ...found, count: found.count - 1 });
    },
    clear: (key: string) => counted.delete(key),
  };
}

/** Nothing here fails: where Redis gives no answer there is none, and who asked does without. */
function countInRedis(redis: Redis, { name, windowMs, waits }: Window) {
  // Who failed to sign in, and from where, is nobody's business there.
  const nameOf = (key: string) => `called-it:${name}:${hash('sha256', key, 'base64url')}`;
  const done = () => undefined;
  return {
    async read(key: string): Promise<{ count: number; endsInMs: number } | undefined> {
      const asked = redis.multi().get(nameOf(key)).pttl(nameOf(key)).exec();
      const [count, endsInMs] = (await asked.catch(done)) ?? [];
      if (!count || !endsInMs) return undefined;
      return { count: Number(count[1] ?? 0), endsInMs: Number(endsInMs[1]) };
    },
    async count(key: string): Promise<void> {
      const counted = waits
        ? redis.multi().incr(nameOf(key)).pexpire(nameOf(key), windowMs)
        : // The window begins with the first; what comes after does not lengthen it.
          redis.multi().set(nameOf(key), 0, 'PX', windowMs, 'NX').incr(nameOf(key));
      await counted.exec().catch(done);
    },
    async takeBack(key: string): Promise<void> {
      // Where its window has ended meanwhile, what is left of this ends like one.
      const begun = redis.multi().set(nameOf(key), 0, 'PX', windowMs, 'NX');
      await begun.decr(nameOf(key)).exec().catch(done);
    },
    async clear(key: string): Promise<void> {
      await redis.del(nameOf(key)).catch(done);
    },
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
