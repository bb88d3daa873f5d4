import { hash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import { MINUTE } from '#contract/durations.ts';

export interface CountedWindow {
  name: string;
  windowMs: number;
  /** Beyond the maximum, the wait doubles with each attempt and restarts the window. */
  waits?: { firstMs: number; longestMs: number };
}

interface SharedCount {
  count: number;
  endsInMs: number;
}

export type SharedCounts = (window: CountedWindow) => {
  /** Returns undefined if Redis does not respond or the value is not a number. */
  read(key: string): Promise<SharedCount | undefined>;
  /** Returns undefined if Redis did not store the count. */
  count(key: string): Promise<SharedCount | undefined>;
  refund(key: string): Promise<void>;
  clear(key: string): Promise<void>;
};

type Replies = [error: Error | null, result: unknown][];

const WARNING_INTERVAL_MS = 10 * MINUTE;

/** Never rejects. `isRejectingWrites` returns true for a read-only replica or a full disk. */
export function createRedisCounts(
  redis: Redis,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): { counts: SharedCounts; isRejectingWrites: () => boolean } {
  let isRejectingWrites = false;
  let warnedAt = Number.NEGATIVE_INFINITY;

  /** Returns the replies, or undefined if Redis did not store the write. */
  async function write(commands: Promise<Replies | null>): Promise<unknown[] | undefined> {
    const [replies, failure] = await commands.then(
      (replies) => [replies ?? [], replies?.find(([error]) => error)?.[0] ?? undefined] as const,
      (error: Error) => [[], error] as const,
    );
    // A lost connection is logged by the Redis client.
    if (failure && failure.name !== 'ReplyError') return undefined;
    if (failure && performance.now() - warnedAt > WARNING_INTERVAL_MS) {
      warnedAt = performance.now();
      log.warn({ err: failure }, 'Redis rejects writes: each node counts attempts separately');
    }
    isRejectingWrites = failure !== undefined;
    return failure ? undefined : replies.map(([, reply]) => reply);
  }

  const counts: SharedCounts = ({ name, windowMs, waits }) => {
    // Keys are hashed, because they are email and IP addresses.
    const buildRedisKey = (key: string) => `called-it:${name}:${hash('sha256', key, 'base64url')}`;
    return {
      async read(key) {
        const replies = redis.multi().get(buildRedisKey(key)).pttl(buildRedisKey(key)).exec();
        const [count, endsInMs] = (await replies.catch(() => undefined)) ?? [];
        const number = Number(count?.[1] ?? 0);
        if (!count || !endsInMs || count[0] || endsInMs[0] || Number.isNaN(number))
          return undefined;
        return { count: number, endsInMs: Number(endsInMs[1]) };
      },
      async count(key) {
        const redisKey = buildRedisKey(key);
        // The window starts with the first count. Later ones extend it only for growing waits.
        const commands = redis.multi().set(redisKey, 0, 'PX', windowMs, 'NX').incr(redisKey);
        if (waits) commands.pexpire(redisKey, windowMs);
        const replies = await write(commands.pttl(redisKey).exec());
        return replies && { count: Number(replies[1]), endsInMs: Number(replies.at(-1)) };
      },
      async refund(key) {
        // If the window has ended, this stores -1, which expires like a count.
        const commands = redis.multi().set(buildRedisKey(key), 0, 'PX', windowMs, 'NX');
        await write(commands.decr(buildRedisKey(key)).exec());
      },
      async clear(key) {
        await write(redis.multi().del(buildRedisKey(key)).exec());
      },
    };
  };
  return { counts, isRejectingWrites: () => isRejectingWrites };
}
