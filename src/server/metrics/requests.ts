import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { createPrediction, updatePrediction } from '#contract/predictions.ts';

/** Counts requests by the pattern of their address, never by the address: there are no end of those. */
export function measureRequests(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: 'called_it_http_requests_total',
    help: 'Answered requests by method, pattern of the address, and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'called_it_http_request_seconds',
    help: "From a request's head to the end of its answer",
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const submissions = new Counter({
    name: 'called_it_submissions_total',
    help: 'Predictions submitted or changed: accepted, refused with a reason, or failed by our fault',
    labelNames: ['outcome'],
    registers,
  });
  // A counter that is not there before its first event hides that event from `rate`.
  for (const outcome of ['accepted', 'refused', 'failed']) submissions.inc({ outcome }, 0);

  return {
    answered(request: FastifyRequest, reply: FastifyReply): void {
      // A socket's request ends with the socket, hours later: `called_it_open_sockets` counts those.
      if (request.ws) return;
      const { method } = request;
      const route = routeOf(request);
      const status = reply.statusCode;
      requests.inc({ method, route, status });
      latency.observe({ method, route }, reply.elapsedTime / 1000);
      if (SUBMISSIONS.has(`${method} ${route}`)) submissions.inc({ outcome: outcomeOf(reply) });
    },
  };
}

const SUBMISSIONS = new Set(
  [createPrediction, updatePrediction].map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  ),
);

/** Every built file has a route of its own, with a hash in its name: they are counted as one. */
function routeOf({ routeOptions, is404 }: FastifyRequest): string {
  const { url } = routeOptions;
  if (is404 || url === undefined || url.endsWith('*')) return 'none';
  return url.startsWith('/assets/') ? '/assets/*' : url;
}

function outcomeOf({ statusCode }: FastifyReply): 'accepted' | 'refused' | 'failed' {
  if (statusCode < 400) return 'accepted';
  return statusCode < 500 ? 'refused' : 'failed';
}
