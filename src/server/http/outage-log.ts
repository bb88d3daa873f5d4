import type { FastifyBaseLogger } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    outageLog: OutageLog;
  }
  interface FastifyRequest {
    /** It failed as the database was not reachable: the outage's own line counts it. */
    isOfOutage?: boolean;
  }
}

/** One line a second at most while the database is not reachable, with the requests that failed since the last. */
export function createOutageLog(clock: () => number) {
  let toldAt = Number.NEGATIVE_INFINITY;
  let failed = 0;
  return {
    tell(log: Pick<FastifyBaseLogger, 'error'>, err: unknown): void {
      failed += 1;
      if (clock() - toldAt < 1_000) return;
      toldAt = clock();
      log.error({ err, failed }, 'the database is not reachable');
      failed = 0;
    },
  };
}

type OutageLog = ReturnType<typeof createOutageLog>;
