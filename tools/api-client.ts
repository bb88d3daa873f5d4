import type { AnswerOf, BodyInputOf, Endpoint, ParamsOf } from '#contract/endpoint.ts';
import { CHANGES_HEADER, type Change } from '#contract/freshness.ts';
import { urlOf } from '#contract/url.ts';

/** One signed-in person at the public HTTP API. */
export interface Session {
  call<E extends Endpoint>(
    endpoint: E,
    options?: {
      params?: ParamsOf<E>;
      body?: BodyInputOf<E>;
      form?: FormData;
      query?: Record<string, string | undefined>;
    },
  ): Promise<AnswerOf<E>>;
}

/** What the requests of a replay took, by the step they belong to. */
export class RequestLog {
  readonly times: number[] = [];

  get count(): number {
    return this.times.length;
  }

  /** Milliseconds within which the given share of requests was answered. */
  percentile(share: number): number {
    const sorted = this.times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }
}

/** One person's cookie; what is asked through `in(log)` is timed in that log, where one is given. */
export interface Person {
  in(log?: RequestLog): Session;
}

/** A person who is not signed in yet; calls reject with the server's sentence where they are refused. */
export function newPerson(
  baseUrl: string,
  /** Hears what each write has changed, as its answer says. */
  hearChanges: (changes: Change[]) => void = () => undefined,
): Person {
  let cookie = '';
  return {
    in: (log = new RequestLog()) => ({
      async call(endpoint, { params, body, form, query } = {}) {
        const url = new URL(urlOf(endpoint.path, { params, query }), baseUrl);
        const started = performance.now();
        const answer = await send(url, {
          method: endpoint.method,
          headers: {
            ...(cookie && { cookie }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(form && { body: form }),
        });
        const text = await answer.text();
        log.times.push(performance.now() - started);
        const [set] = answer.headers.getSetCookie();
        if (set) cookie = set.split(';', 1)[0] ?? '';
        hearChanges(JSON.parse(answer.headers.get(CHANGES_HEADER) ?? '[]'));
        if (!answer.ok) throw new RefusedError(endpoint, answer.status, text);
        return text === '' ? undefined : JSON.parse(text);
      },
    }),
  };
}

/** A machine that is busy may take its connections late; what was never sent may be sent again. */
async function send(url: URL, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(url, init);
    } catch (error) {
      const code = error instanceof Error && error.cause instanceof Error && codeOf(error.cause);
      if (code !== 'UND_ERR_CONNECT_TIMEOUT' || attempt === 5)
        throw new Error(`${init.method} ${url.pathname} found no server: ${code || error}`);
    }
  }
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message;
}

export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(endpoint: Endpoint, status: number, text: string) {
    super(`${endpoint.method} ${endpoint.path} answered ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/** Runs `work` over all items, at most `width` at a time, keeping the order of the answers. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) answers[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return answers;
}
