import type { FastifyReply } from 'fastify';

/** Aborted when whoever asked closes the connection before the answer was sent. */
export function leftSignal({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
}
