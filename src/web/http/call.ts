import { getCurrentUser, login } from '#contract/accounts.ts';
import type {
  BodyInputOf,
  Endpoint,
  ParamsOf,
  QueryInputOf,
  ResponseOf,
} from '#contract/endpoint.ts';
import { CHANGES_HEADER, type Change } from '#contract/freshness.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { CHANGE_ID_HEADER } from '#contract/setlist-undo.ts';
import { REQUEST_ID_HEADER } from '#contract/setlists.ts';
import { buildUrl } from '#contract/url.ts';
import { recordLastSeen } from '#web/offline/last-seen.ts';
import { LAST_SEEN_HEADER } from '#web/offline/messages.ts';
import { learnServerTime } from '#web/time/server-clock.ts';
import { toHttpError } from './http-error.ts';
import { queryClient } from './query-client.ts';
import { buildQueryKey } from './query-key.ts';

export type CallInput<E extends Endpoint> = PartInput<E, 'params', ParamsOf<E>> &
  PartInput<E, 'body', BodyInputOf<E>> & {
    [part in 'query' as E extends Record<part, object> ? part : never]?: QueryInputOf<E>;
  } & {
    form?: FormData;
    fetch?: typeof fetch;
    signal?: AbortSignal;
    /** An idempotency key (UUID): the server applies a resent request only once. */
    requestId?: string;
    onChanges?: (changes: Change[]) => void;
  };

type PartInput<E, Part extends string, Value> =
  E extends Record<Part, object> ? Record<Part, Value> : { [part in Part]?: undefined };

export type CallArgs<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** Returns the response body, or undefined for 204. Throws `HttpError`, or an error of `fetch`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArgs<E>
): Promise<ResponseOf<E>> {
  return parseResponse<E>(await send(endpoint, input));
}

export async function callCounted<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArgs<E>
): Promise<{ rows: ResponseOf<E>; total: number }> {
  const response = await send(endpoint, input);
  return {
    rows: await parseResponse<E>(response),
    total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? 0),
  };
}

/** For writes that can be undone by their `changeId`. */
export async function callChange<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArgs<E>
): Promise<{ result: ResponseOf<E>; changeId: number }> {
  const response = await send(endpoint, input);
  const changeId = Number(response.headers.get(CHANGE_ID_HEADER));
  return { result: await parseResponse<E>(response), changeId };
}

async function send(endpoint: Endpoint, input: LooseInput = {}): Promise<Response> {
  const sentAt = Date.now();
  const { fetch: fetchFn = fetch } = input;
  const response = await fetchFn(buildUrl(endpoint.path, input), {
    method: endpoint.method,
    credentials: 'include',
    signal: input.signal ?? null,
    headers: {
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(input.requestId && { [REQUEST_ID_HEADER]: input.requestId }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.form && { body: input.form }),
  });
  learnServerTime(response.headers.get('date'), sentAt, Date.now());
  recordLastSeen(response.headers.get(LAST_SEEN_HEADER));
  const changes = response.headers.get(CHANGES_HEADER);
  if (changes) input.onChanges?.(JSON.parse(changes));
  if (response.ok) return response;
  const error = await toHttpError(response);
  if (error.status === 401 && endpoint.path !== login.path && !hasNewSession(sentAt))
    queryClient.setQueryData(buildQueryKey(getCurrentUser), null);
  throw error;
}

function hasNewSession(sentAt: number): boolean {
  const session = queryClient.getQueryState(buildQueryKey(getCurrentUser));
  return Boolean(session?.data) && Number(session?.dataUpdatedAt) > sentAt;
}

interface LooseInput {
  params?: Record<string, string> | undefined;
  query?: unknown;
  body?: unknown;
  form?: FormData;
  fetch?: typeof fetch;
  signal?: AbortSignal;
  requestId?: string;
  onChanges?: (changes: Change[]) => void;
}

/** Not validated, because the server strips every response to its declaration. */
async function parseResponse<E extends Endpoint>(response: Response): Promise<ResponseOf<E>> {
  return (response.status === 204 ? undefined : await response.json()) as ResponseOf<E>;
}
