import type { FastifyInstance } from 'fastify';
import { type Bus, createLocalBus, EVERYTHING } from './changes/bus.ts';
import { createRedisBus } from './changes/redis-bus.ts';
import { countInRedis, type SharedCounts } from './http/shared-counts.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openRedis } from './redis.ts';

/** The bus of this process, and where there is a Redis, of all nodes, with what they count together. */
export async function openBus(
  app: FastifyInstance,
  redisUrl: string | undefined,
  metrics: Metrics | undefined,
): Promise<{ bus: Bus; counts?: SharedCounts }> {
  const onFailure = (err: unknown) => app.log.error({ err }, 'a listener of changes failed');
  const local = createLocalBus(onFailure);
  if (!redisUrl) return { bus: local };
  const redis = await openRedis(redisUrl, app.log);
  const bus = await createRedisBus(redis, local, app.log);
  const { counts, isRefused } = countInRedis(redis, app.log);
  metrics?.watchRedis({ isConnected: () => !bus.isDeaf(), isRefused });
  // A page that was read at another node a moment ago may be told here what has changed since.
  app.addHook('onReady', () => local.publish(EVERYTHING));
  app.addHook('onClose', async () => {
    await bus.close();
    redis.disconnect();
  });
  return { bus, counts };
}
