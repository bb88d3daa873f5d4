import { isPageAt, type Page, paths } from '#contract/pages.ts';
import { loginPathFor } from '#web/session/next-path.ts';

/** The route for a location, or where to redirect; undefined if no page matches. */
export function chooseRoute<Route extends Pick<Page, 'path' | 'who'>>(
  routes: readonly Route[],
  location: { pathname: string; search: string },
  isSignedIn: boolean,
): { route: Route } | { redirect: string } | undefined {
  const matching = routes.filter((route) => isPageAt(route, location.pathname));
  const route = matching.find(({ who }) => who !== (isSignedIn ? 'visitor' : 'user'));
  if (route) return { route };
  if (matching.length === 0) return undefined;
  return { redirect: isSignedIn ? paths.dashboard() : loginPathFor(location) };
}
