import type { FastifyInstance } from 'fastify';
import { type Bus, createLocalBus, EVERYTHING } from './changes/bus.ts';
import { createRedisBus } from './changes/redis-bus.ts';
import { createRedisCounts, type SharedCounts } from './http/shared-counts.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openRedis } from './redis.ts';

/** With Redis, all nodes share the bus and the counts of the rate limits. */
export async function openBus(
  app: FastifyInstance,
  redisUrl: string | undefined,
  metrics: Metrics | undefined,
): Promise<{ bus: Bus; counts?: SharedCounts }> {
  const onFailure = (err: unknown) => app.log.error({ err }, 'a change listener failed');
  const local = createLocalBus(onFailure);
  if (!redisUrl) return { bus: local };
  const redis = await openRedis(redisUrl, app.log);
  const bus = await createRedisBus(redis, local, app.log);
  const { counts, isRejectingWrites } = createRedisCounts(redis, app.log);
  metrics?.watchRedis({ isConnected: () => !bus.isDisconnected(), isRejectingWrites });
  // A page may have fetched data from another node just before, and missed the changes since.
  app.addHook('onReady', () => local.publish(EVERYTHING));
  app.addHook('onClose', async () => {
    await bus.close();
    redis.disconnect();
  });
  return { bus, counts };
}
