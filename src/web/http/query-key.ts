import type { Endpoint, ParamsOf } from '#contract/endpoint.ts';

/** Splits the path at its parameters: `['/api/shows', id, 'setlist']`. Ends at a missing one. */
export function buildQueryKey<E extends Pick<Endpoint, 'path'>>(
  endpoint: E,
  params?: E extends Endpoint ? Partial<ParamsOf<E>> : object,
): readonly [string, ...string[]] {
  const [first = '', ...rest] = endpoint.path.split(/\/\{|\}\/?/);
  const key: [string, ...string[]] = [first];
  for (const [index, segment] of rest.entries()) {
    const value = index % 2 === 0 ? getParamValue(params, segment) : segment;
    if (value === undefined) break;
    // A URL may contain an uppercase ID, but socket events use lowercase.
    if (value) key.push(value.toLowerCase());
  }
  return key;
}

function getParamValue(params: object | undefined, name: string): string | undefined {
  const value: unknown = params && Object.entries(params).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}
