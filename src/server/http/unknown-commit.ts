import type { FastifyInstance } from 'fastify';
import { type Bus, EVERYTHING } from '../changes/bus.ts';
import { isCutOff } from '../db/failures.ts';
import { SAFE_METHODS } from './viewer.ts';

/** A COMMIT that was sent before its line broke is done by then, or never will be. */
const SURELY_OVER_MS = 1_000;

/**
 * A write whose line to the database broke is refused, and may be stored all the same: nobody heard
 * what became of its COMMIT. So everyone who remembers or shows anything is told that it may be
 * another, at once, and when it surely is over. Give it the scope of the writes.
 */
export function notifyUnknownCommits(api: FastifyInstance, bus: Bus): void {
  let again: NodeJS.Timeout | undefined;
  api.addHook('onError', async (request, _reply, error) => {
    if (SAFE_METHODS.has(request.method) || !isCutOff(error)) return;
    // Of many that break together the last one's is enough.
    clearTimeout(again);
    again = setTimeout(() => void bus.publish(EVERYTHING), SURELY_OVER_MS).unref();
    await bus.publish(EVERYTHING, { requestId: request.id });
  });
  api.addHook('onClose', async () => clearTimeout(again));
}
