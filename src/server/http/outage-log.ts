import type { FastifyBaseLogger } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    outageLog: OutageLog;
  }
  interface FastifyRequest {
    isOutageFailure?: boolean;
  }
}

/** Logs at most one line per second, with the number of failed requests since the last one. */
export function createOutageLog(clock: () => number) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let failedCount = 0;
  return {
    logFailure(log: Pick<FastifyBaseLogger, 'error'>, err: unknown): void {
      failedCount += 1;
      if (clock() - loggedAt < 1_000) return;
      loggedAt = clock();
      log.error({ err, failed: failedCount }, 'the database is not reachable');
      failedCount = 0;
    },
  };
}

type OutageLog = ReturnType<typeof createOutageLog>;
