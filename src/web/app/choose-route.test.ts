import { expect, test } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import { chooseRoute } from './choose-route.ts';

const routes = [
  { path: '/', who: 'visitor', name: 'landing' },
  { path: '/', who: 'user', name: 'dashboard' },
  { path: '/login', who: 'visitor', name: 'login' },
  { path: '/about', who: 'anyone', name: 'about' },
  { path: '/shows', who: 'user', name: 'schedule' },
] as const;

function choose(url: string, isSignedIn: boolean) {
  const { pathname, search } = new URL(url, 'https://calledit.example');
  const choice = chooseRoute(routes, { pathname, search }, isSignedIn);
  return choice && ('route' in choice ? choice.route.name : choice.redirect);
}

test.each([
  ['/', false, 'landing'],
  ['/', true, 'dashboard'],
  ['/about', false, 'about'],
  ['/about', true, 'about'],
  ['/shows', true, 'schedule'],
  ['/SHOWS', true, 'schedule'],
  ['/Shows/', true, 'schedule'],
  ['/login', false, 'login'],
  ['/LOGIN/?next=%2Fshows', false, 'login'],
])('resolves %s (signed in: %s) to %s', (url, isSignedIn, name) => {
  expect(choose(url, isSignedIn)).toBe(name);
});

test.each([
  ['/shows?past=1', '/login?next=%2Fshows%3Fpast%3D1'],
  ['/Shows/', '/login?next=%2FShows%2F'],
])('redirects a visitor from %s to the login page and sets `next`', (url, login) => {
  expect(choose(url, false)).toBe(login);
});

test.each(Object.values(PAGES).filter(({ who }) => who === 'user'))(
  'redirects a visitor from $path to the login page',
  ({ path }) => {
    const choice = chooseRoute(Object.values(PAGES), { pathname: path, search: '' }, false);
    const visitorPage = Object.values(PAGES).find(
      (page) => page.path === path && page.who === 'visitor',
    );
    // `/` and `/join` have separate pages for visitors.
    if (visitorPage) expect(choice).toEqual({ route: visitorPage });
    else expect(choice).toEqual({ redirect: `/login?next=${encodeURIComponent(path)}` });
  },
);

test('redirects a signed-in fan from the login page to the dashboard, regardless of `next`', () => {
  expect(choose('/login?next=/shows', true)).toBe('/');
});

test.each(['/nowhere', '/shows/1', '/show'])('finds no route for %s', (url) => {
  expect(chooseRoute(routes, { pathname: url, search: '' }, true)).toBeUndefined();
});
