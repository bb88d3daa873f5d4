import type { Endpoint, ParamsOf } from '#contract/endpoint.ts';

/**
 * An endpoint's query key: its path split at the parameters, so that the parts joined by slashes are the
 * URL (`['/api/shows', id, 'setlist']`). It ends before the first missing parameter and is then a
 * prefix that matches all the longer keys.
 */
export function keyOf<E extends Pick<Endpoint, 'path'>>(
  endpoint: E,
  params?: E extends Endpoint ? Partial<ParamsOf<E>> : object,
): readonly [string, ...string[]] {
  const [first = '', ...rest] = endpoint.path.split(/\/\{|\}\/?/);
  const key: [string, ...string[]] = [first];
  for (const [index, segment] of rest.entries()) {
    // The parts alternate between parameter names and fixed path segments.
    const value = index % 2 === 0 ? paramValue(params, segment) : segment;
    if (value === undefined) break;
    // A page URL may contain an id in upper case, but socket events use lower case.
    if (value) key.push(value.toLowerCase());
  }
  return key;
}

function paramValue(params: object | undefined, name: string): string | undefined {
  const value: unknown = params && Object.entries(params).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}
