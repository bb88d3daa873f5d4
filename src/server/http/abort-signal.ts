import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts when the client disconnects before the response is sent. */
export function createAbortSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
