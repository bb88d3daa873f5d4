import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics, Pool } from '../metrics/metrics.ts';
import { schemaController } from './route.ts';

/** Call this before registering routes. */
export function measureApp(app: FastifyInstance, metrics: Metrics, pool: Pool): void {
  metrics.watchPool(pool);
  app.addHook('onResponse', (request, reply, done) => {
    metrics.recordResponse(request, reply);
    done();
  });
}

/** Without the token, responds as for an unknown path. */
export function metricsRoute(
  app: FastifyInstance,
  metrics: Metrics,
  token: string | undefined,
): void {
  const config = { hiddenBecause: 'For Prometheus, in its own format.' };
  app.get('/metrics', { config, logLevel: 'warn' }, async ({ headers }, reply) => {
    if (token !== undefined && !isSame(headers.authorization, `Bearer ${token}`))
      return reply.callNotFound();
    reply.header('cache-control', 'no-store');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

export async function listenForMetrics(
  metrics: Metrics,
  { port, host, token }: { port: number; host: string; token: string | undefined },
): Promise<FastifyInstance> {
  const app = Fastify({ schemaController });
  metricsRoute(app, metrics, token);
  await app.listen({ port, host });
  return app;
}

/** Compares in constant time, even for different lengths. */
function isSame(received: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(received ?? ''), digest(expected));
}
