import { paths } from '#contract/pages.ts';

/** Where to sign in, and come back from to the page that was asked for. */
export function loginPathFor(location: { pathname: string; search: string }): string {
  return withNext('login', location.pathname + location.search);
}

/** The sign-in or sign-up that goes on to `next`, which is left out where it is home. */
export function withNext(page: 'login' | 'signup', next: string): string {
  return paths[page](next === paths.dashboard() ? {} : { next });
}

/**
 * The page to go on to after signing in: `next` where it is on our own origin, else '/'. It is
 * read as the browser reads an address, so that '//evil', '\\evil' and the like are seen through.
 */
export function safeNext(next: string | null, origin: string = location.origin): string {
  if (!next || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  // A path such as '/.//evil' is ours, and what is left of it is not.
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
