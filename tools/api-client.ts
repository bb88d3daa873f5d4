import type { BodyInputOf, Endpoint, ParamsOf, ResponseOf } from '#contract/endpoint.ts';
import { CHANGES_HEADER, type Change } from '#contract/freshness.ts';
import { buildUrl } from '#contract/url.ts';

export interface Session {
  call<E extends Endpoint>(
    endpoint: E,
    options?: {
      params?: ParamsOf<E>;
      body?: BodyInputOf<E>;
      form?: FormData;
      query?: Record<string, string | undefined>;
    },
  ): Promise<ResponseOf<E>>;
}

export class RequestLog {
  readonly times: number[] = [];

  get count(): number {
    return this.times.length;
  }

  /** Returns the milliseconds within which this share of the requests got a response. */
  percentile(share: number): number {
    const sorted = this.times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }
}

/** Keeps a cookie. `startSession(log)` records response times in that log. */
export interface ApiClient {
  startSession(log?: RequestLog): Session;
}

/** Starts without a cookie. Requests reject with a `ResponseError` unless the status is 2xx. */
export function createClient(
  baseUrl: string,
  onChanges: (changes: Change[]) => void = () => undefined,
): ApiClient {
  let cookie = '';
  return {
    startSession: (log = new RequestLog()) => ({
      async call(endpoint, { params, body, form, query } = {}) {
        const url = new URL(buildUrl(endpoint.path, { params, query }), baseUrl);
        const startedAt = performance.now();
        const response = await send(url, {
          method: endpoint.method,
          headers: {
            ...(cookie && { cookie }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(form && { body: form }),
        });
        const text = await response.text();
        log.times.push(performance.now() - startedAt);
        const [setCookie] = response.headers.getSetCookie();
        if (setCookie) cookie = setCookie.split(';', 1)[0] ?? '';
        onChanges(JSON.parse(response.headers.get(CHANGES_HEADER) ?? '[]'));
        if (!response.ok) throw new ResponseError(endpoint, response.status, text);
        return text === '' ? undefined : JSON.parse(text);
      },
    }),
  };
}

/** Retries a connection timeout, because nothing was sent. */
async function send(url: URL, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(url, init);
    } catch (error) {
      const code =
        error instanceof Error && error.cause instanceof Error && getErrorCode(error.cause);
      if (code !== 'UND_ERR_CONNECT_TIMEOUT' || attempt === 5)
        throw new Error(`${init.method} ${url.pathname} could not connect: ${code || error}`);
    }
  }
}

function getErrorCode(error: Error): string {
  return 'code' in error ? String(error.code) : error.message;
}

export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  readonly status: number;

  constructor(endpoint: Endpoint, status: number, text: string) {
    super(`${endpoint.method} ${endpoint.path} returned ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/** Processes at most `width` items at a time. Results keep the items' order. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
