import { paths } from '#contract/pages.ts';

/** The sign-in path that returns to the requested page. */
export function loginPathFor(location: { pathname: string; search: string }): string {
  return withNext('login', location.pathname + location.search);
}

/** The sign-in or sign-up path that continues to `next`, which is omitted for the home page. */
export function withNext(page: 'login' | 'signup', next: string): string {
  return paths[page](next === paths.dashboard() ? {} : { next });
}

/**
 * The path to open after signing in: `next` if it is on our origin, else '/'. Parsed as the browser
 * parses URLs, so that '//evil' or '\\evil' can't redirect to another site.
 */
export function safeNext(next: string | null, origin: string = location.origin): string {
  if (!next || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  // '/.//evil' is on our origin, but its normalized path '//evil' would leave it.
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
