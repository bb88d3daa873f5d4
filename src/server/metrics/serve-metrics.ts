import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics, Pool } from './metrics.ts';

/** Measures the server from here on: call it before its routes are made. */
export function measureApp(app: FastifyInstance, metrics: Metrics, pool: Pool): void {
  metrics.watchPool(pool);
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered(request, reply);
    done();
  });
}

/**
 * `GET /metrics`, in the form that Prometheus reads. Whoever lacks the token, where one is set, gets
 * the same answer as for an address of nothing: give it the scope that answers those.
 */
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

/** Serves `/metrics`, and nothing else, on a port of its own. */
export async function listenForMetrics(
  metrics: Metrics,
  { port, host, token }: { port: number; host: string; token: string | undefined },
): Promise<FastifyInstance> {
  const app = Fastify();
  metricsRoute(app, metrics, token);
  await app.listen({ port, host });
  return app;
}

/** In the same time wherever they differ, also where it is their length. */
function isSame(given: string | undefined, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(wanted));
}
