import type { Page } from '#contract/page.ts';
import { isPageAt } from '#contract/page-paths.ts';
import { paths } from '#contract/pages.ts';
import { buildLoginPath } from '#web/session/next-path.ts';

/** Returns the route for a location or where to redirect, or undefined if no page matches. */
export function chooseRoute<Route extends Pick<Page, 'path' | 'who'>>(
  routes: readonly Route[],
  location: Parameters<typeof buildLoginPath>[0],
  isSignedIn: boolean,
): { route: Route } | { redirect: string } | undefined {
  const matchingRoutes = routes.filter((route) => isPageAt(route, location.pathname));
  const route = matchingRoutes.find(({ who }) => who !== (isSignedIn ? 'visitor' : 'user'));
  if (route) return { route };
  if (matchingRoutes.length === 0) return undefined;
  return { redirect: isSignedIn ? paths.dashboard() : buildLoginPath(location) };
}
