import type { FastifyInstance } from 'fastify';
import { getDemo, REJECTED_IN_DEMO } from '#contract/demo.ts';
import { EVERYTHING } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { route } from '../http/route.ts';
import { SAFE_METHODS } from '../http/viewer.ts';
import type { RunningDemo } from './demo.ts';

/** Must be registered before all other routes, because its hook rejects some of them. */
export function demoRoutes(
  api: FastifyInstance,
  { bus }: Pick<Context, 'bus'>,
  demo: RunningDemo | undefined,
): void {
  route(api, getDemo, async () => demo?.describe());
  if (!demo) return;
  rejectChanges(api);
  demo.onReset(() => bus.publish(EVERYTHING));
}

/** `inDemo` also rejects reads of the shared account's private data, such as its sessions. */
function rejectChanges(api: FastifyInstance): void {
  api.addHook('preHandler', (request, _reply, done) => {
    const { inDemo = SAFE_METHODS.has(request.method) ? 'works' : 'refused' } =
      request.routeOptions.config;
    if (inDemo === 'works' || request.viewer?.isAdmin) done();
    else done(new ApiError(403, REJECTED_IN_DEMO));
  });
}
