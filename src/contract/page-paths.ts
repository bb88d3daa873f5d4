import { buildUrl } from './url.ts';

type QueryOf<P> = P extends { queryParams: readonly (infer Name extends string)[] }
  ? { [name in Name]?: string | number | undefined }
  : Record<never, never>;

type PathParam<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

/** Builds a page's URL from path parameters, if its path has `{name}`s, and query parameters. */
export type PathBuilder<P extends { path: string }> = [PathParam<P['path']>] extends [never]
  ? (query?: QueryOf<P>) => string
  : (values: QueryOf<P> & Record<PathParam<P['path']>, string>) => string;

export function createPathBuilder(path: string): (values?: object) => string {
  return (values = {}) => {
    const isQuery = ([key]: [string, unknown]) => !path.includes(`{${key}}`);
    const query = Object.fromEntries(Object.entries(values).filter(isQuery));
    return buildUrl(path, { params: values, query });
  };
}

export function isPageAt(page: { path: string }, pathname: string): boolean {
  return readPathParams(page, pathname) !== undefined;
}

/** Returns the values of the path's `{name}`s, or undefined if the page has another path. */
export function readPathParams(
  { path }: { path: string },
  pathname: string,
): Record<string, string> | undefined {
  const segments = (pathname.replace(/\/$/, '') || '/').split('/');
  const names = path.split('/');
  if (names.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = decodeSegment(segments[index] ?? '');
    if (name.startsWith('{')) params[name.slice(1, -1)] = value;
    if (name.startsWith('{') ? value === '' : value.toLowerCase() !== name) return undefined;
  }
  return params;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
