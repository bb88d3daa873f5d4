/** Fills the `{name}`s of a path and appends the query without undefined values. */
export function buildUrl(
  path: string,
  { params = {}, query = {} }: { params?: object | undefined; query?: unknown } = {},
): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  );
  const search = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return search ? `${filledPath}?${search}` : filledPath;
}
