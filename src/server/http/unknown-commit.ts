import type { FastifyInstance } from 'fastify';
import { type Bus, EVERYTHING } from '../changes/bus.ts';
import { mayHaveCommitted } from '../db/failures.ts';
import { SAFE_METHODS } from './viewer.ts';

/** After this time, a COMMIT sent before the connection broke has either completed or failed. */
const COMMIT_SETTLED_MS = 1_000;

/** Invalidates everything after a write fails during COMMIT, because it may be stored anyway. */
export function notifyUnknownCommits(api: FastifyInstance, bus: Bus): void {
  let timer: NodeJS.Timeout | undefined;
  api.addHook('onError', async (request, _reply, error) => {
    if (SAFE_METHODS.has(request.method) || !mayHaveCommitted(error)) return;
    // Again later, because the COMMIT may complete after the first publish. One timer is enough.
    clearTimeout(timer);
    timer = setTimeout(() => void bus.publish(EVERYTHING), COMMIT_SETTLED_MS).unref();
    await bus.publish(EVERYTHING, { requestId: request.id });
  });
  api.addHook('onClose', async () => clearTimeout(timer));
}
