import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/open.ts';
import { ApiError } from './api-error.ts';

const TIMEOUT_MS = 2_000;

export function healthRoutes(app: FastifyInstance, db: Db, shutdownSignal: AbortSignal): void {
  const config = {
    hiddenBecause: 'For load balancers and monitoring; see docs/operator/monitoring.md.',
  };
  const options = { config, logLevel: 'warn' } as const;
  let probe: Promise<boolean> | undefined;

  app.get('/healthz', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  // Makes clients close their keep-alive connections before the server does.
  const closeConnection = (_request: unknown, response: ServerResponse) =>
    response.setHeader('connection', 'close');
  shutdownSignal.addEventListener('abort', () =>
    app.server.prependListener('request', closeConnection),
  );

  app.get('/readyz', options, async (request, reply) => {
    if (shutdownSignal.aborted)
      throw new ApiError(503, 'The server is restarting. Please try again.', { retryAfter: 1 });
    probe ??= isResponsive(db).finally(() => {
      probe = undefined;
    });
    if (!(await probe)) {
      request.isOutageFailure = true;
      throw new ApiError(503, 'The database is not responding. Please try again in a moment.', {
        retryAfter: 2,
      });
    }
    reply.header('cache-control', 'no-store');
    return { status: 'ready' };
  });
}

async function isResponsive(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS);
  });
  const query = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([query, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
