import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request arrived, by the server's clock, in milliseconds since 1970. */
    arrivedAt: number;
  }
}

/**
 * Notes when each request arrives, before anything can make it wait: in the rush before the cutoff
 * a prediction that came in time must not be refused because the server was busy. Install it first.
 */
export function installArrivalTime(app: FastifyInstance, clock: () => number): void {
  app.decorateRequest('arrivedAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = clock();
    done();
  });
}
