import { loginPathFor } from '#web/session/next-path.ts';

interface Guarded {
  path: string;
  who: 'anyone' | 'visitor' | 'user';
}

/**
 * Which of the routes that match an address is shown, or where to go instead; undefined where there
 * is no such page. Who is signed in has no business at the sign-in, who is not is sent there.
 */
export function chooseRoute<Route extends Guarded>(
  routes: readonly Route[],
  location: { pathname: string; search: string },
  isSignedIn: boolean,
): { route: Route } | { redirect: string } | undefined {
  const matching = routes.filter(({ path }) => matches(path, location.pathname));
  const route = matching.find(({ who }) => who !== (isSignedIn ? 'visitor' : 'user'));
  if (route) return { route };
  if (matching.length === 0) return undefined;
  return { redirect: isSignedIn ? '/' : loginPathFor(location) };
}

function matches(path: string, pathname: string): boolean {
  return path === (pathname.toLowerCase().replace(/\/$/, '') || '/');
}
