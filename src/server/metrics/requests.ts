import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, type Histogram, type Registry } from 'prom-client';
import { createPrediction, updatePrediction } from '#contract/predictions.ts';

interface Series {
  labels: { method: string; route: string };
  isSubmission: boolean;
  statuses: Map<number, number>;
  /** The number of responses per bucket, not cumulative. The last bucket has no upper bound. */
  bucketCounts: number[];
  seconds: number;
}

const BUCKET_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Uses plain numbers, because labeled metrics took 5% of a cached response's time. */
export function measureRequests(registry: Registry) {
  const allSeries = new Map<string, Series>();
  exposeRequests(registry, allSeries);
  const submissions = new Counter({
    name: 'called_it_submissions_total',
    help: 'Predictions submitted or changed: accepted, refused with a reason, or failed by a server error',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Starts at 0, because `rate` misses the first event of a counter that didn't exist before.
  for (const outcome of ['accepted', 'refused', 'failed']) submissions.inc({ outcome }, 0);

  return {
    recordResponse(request: FastifyRequest, reply: FastifyReply): void {
      // A socket's request ends hours later, with the socket.
      if (request.ws) return;
      const seconds = reply.elapsedTime / 1000;
      const series = findSeries(request);
      const { statuses, bucketCounts } = series;
      statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
      let bound = 0;
      while (bound < BUCKET_BOUNDS.length && seconds > (BUCKET_BOUNDS[bound] ?? 0)) bound += 1;
      bucketCounts[bound] = (bucketCounts[bound] ?? 0) + 1;
      series.seconds += seconds;
      if (series.isSubmission) submissions.inc({ outcome: toOutcome(reply) });
    },
  };

  function findSeries(request: FastifyRequest): Series {
    const { method } = request;
    const route = toRouteLabel(request);
    const name = `${method} ${route}`;
    const existingSeries = allSeries.get(name);
    if (existingSeries) return existingSeries;
    const series = {
      labels: { method, route },
      isSubmission: SUBMISSIONS.has(name),
      statuses: new Map(),
      bucketCounts: Array.from({ length: BUCKET_BOUNDS.length + 1 }, () => 0),
      seconds: 0,
    };
    allSeries.set(name, series);
    return series;
  }
}

function exposeRequests(registry: Registry, allSeries: ReadonlyMap<string, Series>): void {
  new Counter({
    name: 'called_it_http_requests_total',
    help: 'Requests by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, statuses } of allSeries.values())
        for (const [status, count] of statuses) this.inc({ ...labels, status }, count);
    },
  });
  // The library's own histogram accepts only single values.
  const times = {
    name: 'called_it_http_request_seconds',
    help: 'Time from the headers of a request to the end of its response',
    type: 'histogram',
    labelNames: ['method', 'route'],
    aggregator: 'sum',
  };
  const get = async () => ({ ...times, values: [...allSeries.values()].flatMap(toSamples) });
  registry.registerMetric({ ...times, get } as unknown as Histogram);

  function toSamples({ labels, bucketCounts, seconds }: Series) {
    const sample = (part: string, value: number, le?: number | string) => ({
      metricName: `${times.name}_${part}`,
      labels: le === undefined ? labels : { le, ...labels },
      value,
    });
    let count = 0;
    const buckets = bucketCounts.map((bucketCount, index) => {
      count += bucketCount;
      return sample('bucket', count, BUCKET_BOUNDS[index] ?? '+Inf');
    });
    return [...buckets, sample('sum', seconds), sample('count', count)];
  }
}

const SUBMISSIONS = new Set(
  [createPrediction, updatePrediction].map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  ),
);

function toRouteLabel({ routeOptions, is404 }: FastifyRequest): string {
  const { url } = routeOptions;
  if (is404 || url === undefined || url.endsWith('*')) return 'none';
  return url.startsWith('/assets/') ? '/assets/*' : url;
}

function toOutcome({ statusCode }: FastifyReply): 'accepted' | 'refused' | 'failed' {
  if (statusCode < 400) return 'accepted';
  return statusCode < 500 ? 'refused' : 'failed';
}
