import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/open.ts';
import { ApiError } from './api-error.ts';

const PATIENCE_MS = 2_000;

/**
 * For whoever runs the server: `/healthz` says that the process lives, `/readyz` that its database
 * answers within two seconds and that it is not about to end (else 503), so that a balancer sends
 * nobody new. Both without a session, and seldom worth a log line.
 */
export function healthRoutes(app: FastifyInstance, db: Db, leaving: AbortSignal): void {
  const config = { hiddenBecause: 'For load balancers and monitoring; see docs/monitoring.md.' };
  const options = { config, logLevel: 'warn' } as const;
  let probe: Promise<boolean> | undefined;

  app.get('/healthz', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  // A balancer that keeps connections open gives them up before they are cut.
  const letGo = (_request: unknown, response: ServerResponse) =>
    response.setHeader('connection', 'close');
  leaving.addEventListener('abort', () => app.server.prependListener('request', letGo));

  app.get('/readyz', options, async (request, reply) => {
    if (leaving.aborted)
      throw new ApiError(503, 'The server restarts. Please try again.', { retryAfter: 1 });
    // One question at a time, however many ask while the database is silent.
    probe ??= answers(db).finally(() => {
      probe = undefined;
    });
    if (!(await probe)) {
      request.isOfOutage = true;
      throw new ApiError(503, 'The database does not answer. Please try again in a moment.', {
        retryAfter: 2,
      });
    }
    reply.header('cache-control', 'no-store');
    return { status: 'ready' };
  });
}

async function answers(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  const answer = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
