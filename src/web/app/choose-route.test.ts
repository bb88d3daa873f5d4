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

function choose(address: string, isSignedIn: boolean) {
  const { pathname, search } = new URL(address, 'https://calledit.example');
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
])('%s, signed in %s: %s', (address, isSignedIn, name) => {
  expect(choose(address, isSignedIn)).toBe(name);
});

test.each([
  ['/shows?past=1', '/login?next=%2Fshows%3Fpast%3D1'],
  ['/Shows/', '/login?next=%2FShows%2F'],
])('a visitor is sent from %s to the sign-in, and back', (address, login) => {
  expect(choose(address, false)).toBe(login);
});

test.each(Object.values(PAGES).filter(({ who }) => who === 'user'))(
  'a visitor is sent from $path to the sign-in',
  ({ path }) => {
    const choice = chooseRoute(Object.values(PAGES), { pathname: path, search: '' }, false);
    // Of the two pages at the start one is theirs.
    if (path === '/') expect(choice).toEqual({ route: PAGES.landing });
    else expect(choice).toEqual({ redirect: `/login?next=${encodeURIComponent(path)}` });
  },
);

test('whoever is signed in is sent home from the sign-in, whatever it says of next', () => {
  expect(choose('/login?next=/shows', true)).toBe('/');
});

test.each(['/nowhere', '/shows/1', '/show'])('%s is no page', (address) => {
  expect(chooseRoute(routes, { pathname: address, search: '' }, true)).toBeUndefined();
});
