import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, type Histogram, type Registry } from 'prom-client';
import { createPrediction, updatePrediction } from '#contract/predictions.ts';

/** What is known of one method and route. */
interface Series {
  labels: { method: string; route: string };
  isSubmission: boolean;
  /** How many answers had which status. */
  statuses: Map<number, number>;
  /** How many took at most so long, but longer than the bound before; the last: longer than all. */
  within: number[];
  seconds: number;
}

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts requests by the pattern of their address, never by the address: there are no end of those.
 * Each request is some additions to plain numbers, from which the figures are made when they are read:
 * a histogram and a counter with labels took a twentieth of the time of an answer from memory.
 */
export function measureRequests(registry: Registry) {
  const known = new Map<string, Series>();
  showRequests(registry, known);
  const submissions = new Counter({
    name: 'called_it_submissions_total',
    help: 'Predictions submitted or changed: accepted, refused with a reason, or failed by our fault',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // A counter that is not there before its first event hides that event from `rate`.
  for (const outcome of ['accepted', 'refused', 'failed']) submissions.inc({ outcome }, 0);

  return {
    answered(request: FastifyRequest, reply: FastifyReply): void {
      // A socket's request ends with the socket, hours later: `called_it_open_sockets` counts those.
      if (request.ws) return;
      const seconds = reply.elapsedTime / 1000;
      const series = seriesOf(request);
      const { statuses, within } = series;
      statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
      let bound = 0;
      while (bound < BOUNDS.length && seconds > (BOUNDS[bound] ?? 0)) bound += 1;
      within[bound] = (within[bound] ?? 0) + 1;
      series.seconds += seconds;
      if (series.isSubmission) submissions.inc({ outcome: outcomeOf(reply) });
    },
  };

  function seriesOf(request: FastifyRequest): Series {
    const { method } = request;
    const route = routeOf(request);
    const name = `${method} ${route}`;
    const found = known.get(name);
    if (found) return found;
    const series = {
      labels: { method, route },
      isSubmission: SUBMISSIONS.has(name),
      statuses: new Map(),
      within: Array.from({ length: BOUNDS.length + 1 }, () => 0),
      seconds: 0,
    };
    known.set(name, series);
    return series;
  }
}

function showRequests(registry: Registry, known: ReadonlyMap<string, Series>): void {
  new Counter({
    name: 'called_it_http_requests_total',
    help: 'Answered requests by method, pattern of the address, and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, statuses } of known.values())
        for (const [status, count] of statuses) this.inc({ ...labels, status }, count);
    },
  });
  // What a registry reads of a histogram; the library's own takes single values only.
  const times = {
    name: 'called_it_http_request_seconds',
    help: "From a request's head to the end of its answer",
    type: 'histogram',
    labelNames: ['method', 'route'],
    aggregator: 'sum',
  };
  const get = async () => ({ ...times, values: [...known.values()].flatMap(valuesOf) });
  registry.registerMetric({ ...times, get } as unknown as Histogram);

  function valuesOf({ labels, within, seconds }: Series) {
    const of = (part: string, value: number, le?: number | string) => ({
      metricName: `${times.name}_${part}`,
      labels: le === undefined ? labels : { le, ...labels },
      value,
    });
    let count = 0;
    const buckets = within.map((added, index) => {
      count += added;
      return of('bucket', count, BOUNDS[index] ?? '+Inf');
    });
    return [...buckets, of('sum', seconds), of('count', count)];
  }
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
