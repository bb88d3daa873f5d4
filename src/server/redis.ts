import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';

/** A command that takes longer than this has failed: nobody waits for Redis longer. */
const PATIENCE_MS = 1_000;

/**
 * A connection to Redis or Valkey that comes back by itself. While it is away a command fails at
 * once instead of waiting for it: all that Redis does for us can be done without for a while.
 */
export async function openRedis(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Redis> {
  // Loaded where it is wanted: a start without it is the sooner.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    commandTimeout: PATIENCE_MS,
    connectTimeout: PATIENCE_MS,
    disconnectTimeout: PATIENCE_MS,
    retryStrategy: (attempt) => Math.min(100 * attempt, 500) * (0.5 + Math.random() / 2),
  });
  // Each failed attempt is an error; the log hears of the first one only.
  let isAway = false;
  redis.on('error', (err) => {
    if (!isAway) log.warn({ err }, 'Redis does not answer');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info('Redis answers again');
    isAway = false;
  });
  return redis;
}
