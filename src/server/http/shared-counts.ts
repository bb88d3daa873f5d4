import { hash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';

/** In which a limit counts a key. */
export interface CountedWindow {
  /** Tells its counts from those of other limits. */
  name: string;
  windowMs: number;
  /**
   * Beyond the most one more is allowed after a wait, which doubles with each until it is the longest.
   * Each of those restarts the window. Unset: none until the window ends.
   */
  waits?: { firstMs: number; longestMs: number };
}

/** What all nodes count in Redis, for limits. Makes the counts of one limit. */
export type SharedCounts = (window: CountedWindow) => {
  /** Undefined where Redis gives no answer, or one that is no count. */
  read(key: string): Promise<{ count: number; endsInMs: number } | undefined>;
  /** Whether Redis took it. */
  count(key: string): Promise<boolean>;
  takeBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
};

type Replies = [error: Error | null, result: unknown][];

/** One warning in this time, however often Redis changes its mind. */
const QUIET_MS = 10 * 60 * 1000;

/**
 * Counts in Redis. Nothing here rejects: who asked does without. A Redis that answers reads and refuses writes
 * (a replica, a full disk, a key of another type) is a warning, and `isRefused` tells.
 */
export function countInRedis(
  redis: Redis,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): { counts: SharedCounts; isRefused: () => boolean } {
  let isRefused = false;
  let warnedAt = Number.NEGATIVE_INFINITY;

  /** Whether all of it was done. */
  async function write(commands: Promise<Replies | null>): Promise<boolean> {
    const failure = await commands.then(
      (replies) => replies?.find(([error]) => error)?.[0] ?? undefined,
      (error: Error) => error,
    );
    // Where Redis is away, its connection has said so.
    if (failure && failure.name !== 'ReplyError') return false;
    if (failure && performance.now() - warnedAt > QUIET_MS) {
      warnedAt = performance.now();
      log.warn({ err: failure }, 'Redis refuses writes: each node counts its own limits');
    }
    isRefused = failure !== undefined;
    return !isRefused;
  }

  const counts: SharedCounts = ({ name, windowMs, waits }) => {
    // Keys are emails and addresses, which Redis need not hold in plain text.
    const nameOf = (key: string) => `called-it:${name}:${hash('sha256', key, 'base64url')}`;
    return {
      async read(key) {
        const asked = redis.multi().get(nameOf(key)).pttl(nameOf(key)).exec();
        const [count, endsInMs] = (await asked.catch(() => undefined)) ?? [];
        const number = Number(count?.[1] ?? 0);
        if (!count || !endsInMs || count[0] || endsInMs[0] || Number.isNaN(number))
          return undefined;
        return { count: number, endsInMs: Number(endsInMs[1]) };
      },
      count(key) {
        const counted = waits
          ? redis.multi().incr(nameOf(key)).pexpire(nameOf(key), windowMs)
          : // The window begins with the first; what comes after does not lengthen it.
            redis.multi().set(nameOf(key), 0, 'PX', windowMs, 'NX').incr(nameOf(key));
        return write(counted.exec());
      },
      async takeBack(key) {
        // Where its window has ended meanwhile, what is left of this ends like one.
        const begun = redis.multi().set(nameOf(key), 0, 'PX', windowMs, 'NX');
        await write(begun.decr(nameOf(key)).exec());
      },
      async clear(key) {
        await write(redis.multi().del(nameOf(key)).exec());
      },
    };
  };
  return { counts, isRefused: () => isRefused };
}
