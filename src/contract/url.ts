/**
 * The one builder of addresses, for calls and pages: fills a path's `{name}`s, and appends the query,
 * without what is undefined in it.
 */
export function urlOf(
  path: string,
  { params = {}, query = {} }: { params?: object | undefined; query?: unknown } = {},
): string {
  const given = new Map<string, unknown>(Object.entries(params));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given.get(name) ?? '')),
  );
  const search = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return search ? `${filled}?${search}` : filled;
}
