import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Also returns every route, except the HEAD routes that Fastify adds to GET routes. */
export async function recordRoutes<App>(
  open: () => Promise<App>,
): Promise<{ app: App; routes: RouteOptions[] }> {
  const routes: RouteOptions[] = [];
  const channel = 'fastify.initialization';
  const watch = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      if (route.method !== 'HEAD') routes.push(route);
    });
  subscribe(channel, watch);
  const app = await open().finally(() => unsubscribe(channel, watch));
  return { app, routes };
}
