import { getCurrentUser, login } from '#contract/accounts.ts';
import type {
  AnswerOf,
  BodyInputOf,
  Endpoint,
  ParamsOf,
  QueryInputOf,
} from '#contract/endpoint.ts';
import { CHANGES_HEADER, type Change } from '#contract/freshness.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { CHANGE_ID_HEADER, REQUEST_ID_HEADER } from '#contract/setlists.ts';
import { urlOf } from '#contract/url.ts';
import { noteLastSeen } from '#web/offline/last-seen.ts';
import { LAST_SEEN_HEADER } from '#web/offline/messages.ts';
import { httpErrorOf } from './http-error.ts';
import { queryClient } from './query-client.ts';
import { keyOf } from './query-key.ts';
import { learnServerTime } from './server-clock.ts';

/** What an endpoint's caller must give: exactly the parts that its declaration has. */
export type CallInput<E extends Endpoint> = PartInput<E, 'params', ParamsOf<E>> &
  PartInput<E, 'body', BodyInputOf<E>> & {
    [part in 'query' as E extends Record<part, object> ? part : never]?: QueryInputOf<E>;
  } & {
    /** Of an endpoint that takes files. */
    form?: FormData;
    /** In the place of the browser's own, such as one that tells how much was sent. */
    fetch?: typeof fetch;
    signal?: AbortSignal;
    /** The caller's own name for a change, a UUID: sent again, it is not made again. */
    requestId?: string;
    /** Hears what a write has changed, as its answer says. */
    hear?: (changes: Change[]) => void;
  };

type PartInput<E, Part extends string, Value> =
  E extends Record<Part, object> ? Record<Part, Value> : { [part in Part]?: undefined };

/** The input may be left out where nothing in it is needed. */
export type CallArgs<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/**
 * Makes a call of the contract. Resolves with the answer, undefined for 204; rejects with an
 * `HttpError` for every answer that is not OK, and with fetch's own error when there was none.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArgs<E>
): Promise<AnswerOf<E>> {
  return answerOf<E>(await send(endpoint, input));
}

/** A page of a list, with the whole list's count from the answer's header. */
export async function callCounted<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArgs<E>
): Promise<{ rows: AnswerOf<E>; total: number }> {
  const response = await send(endpoint, input);
  return {
    rows: await answerOf<E>(response),
    total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? 0),
  };
}

/** A change of a setlist, with the number by which it can be taken back. */
export async function callChange<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArgs<E>
): Promise<{ answer: AnswerOf<E>; changeId: number }> {
  const response = await send(endpoint, input);
  const changeId = Number(response.headers.get(CHANGE_ID_HEADER));
  return { answer: await answerOf<E>(response), changeId };
}

async function send(endpoint: Endpoint, input: LooseInput = {}): Promise<Response> {
  const sentAt = Date.now();
  const { fetch: ask = fetch } = input;
  const response = await ask(urlOf(endpoint.path, input), {
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
  noteLastSeen(response.headers.get(LAST_SEEN_HEADER));
  const changes = response.headers.get(CHANGES_HEADER);
  if (changes) input.hear?.(JSON.parse(changes));
  if (response.ok) return response;
  const error = await httpErrorOf(response);
  if (error.status === 401 && endpoint.path !== login.path)
    queryClient.setQueryData(keyOf(getCurrentUser), null);
  throw error;
}

interface LooseInput {
  params?: Record<string, string> | undefined;
  query?: unknown;
  body?: unknown;
  form?: FormData;
  fetch?: typeof fetch;
  signal?: AbortSignal;
  requestId?: string;
  hear?: (changes: Change[]) => void;
}

/** The server strips every answer to its declaration, so its shape is taken as declared. */
async function answerOf<E extends Endpoint>(response: Response): Promise<AnswerOf<E>> {
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>;
}
