import type { Endpoint, ParamsOf } from '#contract/endpoint.ts';

/**
 * An endpoint's place in the cache: the segments of its path, cut at the parameters, so that
 * joined by slashes they are its URL (`['/api/shows', id, 'setlist']`). It ends before the first
 * parameter that is not given, which makes it the beginning of all those keys.
 */
export function keyOf<E extends Pick<Endpoint, 'path'>>(
  endpoint: E,
  params?: E extends Endpoint ? Partial<ParamsOf<E>> : object,
): readonly [string, ...string[]] {
  const [first = '', ...rest] = endpoint.path.split(/\/\{|\}\/?/);
  const key: [string, ...string[]] = [first];
  for (const [index, segment] of rest.entries()) {
    // What stands between the cuts is by turns a parameter's name and fixed path.
    const value = index % 2 === 0 ? given(params, segment) : segment;
    if (value === undefined) break;
    // An address may have an id in capitals; live updates name it in the server's spelling.
    if (value) key.push(value.toLowerCase());
  }
  return key;
}

function given(params: object | undefined, name: string): string | undefined {
  const value: unknown = params && Object.entries(params).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}
