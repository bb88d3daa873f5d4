import { isAt, type Page, paths } from '#contract/pages.ts';
import { loginPathFor } from '#web/session/next-path.ts';

/**
 * Which of the routes that match an address is shown, or where to go instead; undefined where there
 * is no such page. Whoever is signed in has no business at the sign-in, whoever is not is sent there.
 */
export function chooseRoute<Route extends Pick<Page, 'path' | 'who'>>(
  routes: readonly Route[],
  location: { pathname: string; search: string },
  isSignedIn: boolean,
): { route: Route } | { redirect: string } | undefined {
  const matching = routes.filter((route) => isAt(route, location.pathname));
  const route = matching.find(({ who }) => who !== (isSignedIn ? 'visitor' : 'user'));
  if (route) return { route };
  if (matching.length === 0) return undefined;
  return { redirect: isSignedIn ? paths.dashboard() : loginPathFor(location) };
}
