import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts when the client closes the connection before the answer is sent. */
export function abortSignalOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
}
