import { paths } from '#contract/pages.ts';

interface Requested {
  pathname: string;
  search: string;
  hash?: string | undefined;
}

export function buildLoginPath({ pathname, search, hash = '' }: Requested): string {
  return withNext('login', pathname + search + hash);
}

export function withNext(page: 'login' | 'signup', next: string): string {
  return paths[page](next === paths.dashboard() ? {} : { next });
}

/** Returns `next` if it is on our origin, or else '/'. Browsers parse '//evil' as another site. */
export function toSafePath(next: string | null, origin: string = location.origin): string {
  if (!next || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  // '/.//evil' is on our origin, but its normalized path '//evil' would leave it.
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
