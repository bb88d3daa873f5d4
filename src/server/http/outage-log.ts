import type { FastifyBaseLogger } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    outageLog: OutageLog;
  }
  interface FastifyRequest {
    /** Failed because the database was unreachable; counted in the outage's log line. */
    isOutageFailure?: boolean;
  }
}

/** Logs at most one line per second, with the number of requests that failed since the last one. */
export function createOutageLog(clock: () => number) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let failed = 0;
  return {
    logFailure(log: Pick<FastifyBaseLogger, 'error'>, err: unknown): void {
      failed += 1;
      if (clock() - loggedAt < 1_000) return;
      loggedAt = clock();
      log.error({ err, failed }, 'the database is not reachable');
      failed = 0;
    },
  };
}

type OutageLog = ReturnType<typeof createOutageLog>;
