import { type QueryMeta, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { KnownAnswer } from '#contract/first-reads.ts';
import { type CallArgs, call, callCounted } from './call.ts';
import { keyOf } from './query-key.ts';

/** An answer as the cache keeps it: null for 'there is none', as it can't hold undefined. */
export type Cached<Answer> = Exclude<Answer, undefined> | (undefined extends Answer ? null : never);

/** `useQuery(queryFor(getShow, { params: { id } }))`: key and fetch of a GET, typed by the contract. */
export function queryFor<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  ...args: CallArgs<E>
) {
  return queryOptions({
    queryKey: fullKeyOf(endpoint, args[0]),
    meta: freshnessOf(endpoint, args[0]?.params),
    queryFn: async () => ((await call(endpoint, ...args)) ?? null) as Cached<AnswerOf<E>>,
  });
}

/** The same for a list that comes in pages: data is `{ rows, total }`. */
export function countedQueryFor<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  ...args: CallArgs<E>
) {
  return queryOptions({
    queryKey: [...fullKeyOf(endpoint, args[0]), COUNTED],
    meta: freshnessOf(endpoint, args[0]?.params),
    queryFn: () => callCounted(endpoint, ...args),
  });
}

/** By which a query is known to be out of date. */
export function freshnessOf(
  { dependsOn, isSlow }: Endpoint,
  params?: Record<string, string>,
): QueryMeta {
  return { ...(dependsOn && { dependsOn }), ...(isSlow && { isSlow }), ...(params && { params }) };
}

/** Where the two above look for an answer that came with the page. */
export function keyOfAnswer({ path, params, query, total }: KnownAnswer): readonly unknown[] {
  const key = fullKeyOf({ path }, { params, query });
  return total === undefined ? key : [...key, COUNTED];
}

/** Keeps a counted list apart from the bare rows of the same address. */
const COUNTED = 'counted';

function fullKeyOf(
  endpoint: Pick<Endpoint, 'path'>,
  input: { params?: object | undefined; query?: unknown } = {},
) {
  const key = keyOf(endpoint, input.params);
  return input.query === undefined ? key : [...key, input.query];
}
