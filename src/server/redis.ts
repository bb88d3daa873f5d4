import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';

const TIMEOUT_MS = 1_000;

/** Commands fail immediately while disconnected, because every use of Redis has a fallback. */
export async function openRedis(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Redis> {
  // The library is imported on demand, because most sites run without Redis.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    commandTimeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    disconnectTimeout: TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(100 * attempt, 500) * (0.5 + Math.random() / 2),
  });
  let isDisconnected = false;
  redis.on('error', (err) => {
    if (!isDisconnected) log.warn({ err }, 'Redis is not responding');
    isDisconnected = true;
  });
  redis.on('ready', () => {
    if (isDisconnected) log.info('Redis is responding again');
    isDisconnected = false;
  });
  return redis;
}
