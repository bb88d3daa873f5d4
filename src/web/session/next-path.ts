import { paths } from '#contract/pages.ts';

export function loginPathFor(location: { pathname: string; search: string }): string {
  return withNext('login', location.pathname + location.search);
}

export function withNext(page: 'login' | 'signup', next: string): string {
  return paths[page](next === paths.dashboard() ? {} : { next });
}

/** Returns `next` if it is on our origin, else '/'. Browsers parse '//evil' as another site. */
export function toSafePath(next: string | null, origin: string = location.origin): string {
  if (!next || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  // '/.//evil' is on our origin, but its normalized path '//evil' would leave it.
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
