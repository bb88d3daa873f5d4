import { type QueryMeta, queryOptions } from '@tanstack/react-query';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import type { EmbeddedResponse } from '#contract/first-reads.ts';
import { type CallArgs, call, callCounted } from './call.ts';
import { buildQueryKey } from './query-key.ts';

/** Null replaces undefined, which TanStack Query can't store. */
type Cached<Result> = Exclude<Result, undefined> | (undefined extends Result ? null : never);

/** `useQuery(queryFor(getShow, { params: { ID } }))` */
export function queryFor<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  ...args: CallArgs<E>
) {
  return queryOptions({
    queryKey: buildFullKey(endpoint, args[0]),
    meta: queryMetaFor(endpoint, args[0]?.params),
    queryFn: async () => ((await call(endpoint, ...args)) ?? null) as Cached<ResponseOf<E>>,
  });
}

export function queryWithTotalFor<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  ...args: CallArgs<E>
) {
  return queryOptions({
    queryKey: [...buildFullKey(endpoint, args[0]), COUNTED],
    meta: queryMetaFor(endpoint, args[0]?.params),
    queryFn: () => callCounted(endpoint, ...args),
  });
}

export function queryMetaFor(
  { dependsOn, isSlow }: Endpoint,
  params?: Record<string, string>,
): QueryMeta {
  return { ...(dependsOn && { dependsOn }), ...(isSlow && { isSlow }), ...(params && { params }) };
}

export function buildEmbeddedResponseKey({
  path,
  params,
  query,
  total,
}: EmbeddedResponse): readonly unknown[] {
  const key = buildFullKey({ path }, { params, query });
  return total === undefined ? key : [...key, COUNTED];
}

/** Separates `{ rows, total }` from the plain rows of the same URL. */
const COUNTED = 'counted';

function buildFullKey(
  endpoint: Pick<Endpoint, 'path'>,
  input: { params?: object | undefined; query?: unknown } = {},
) {
  const key = buildQueryKey(endpoint, input.params);
  return input.query === undefined ? key : [...key, input.query];
}
