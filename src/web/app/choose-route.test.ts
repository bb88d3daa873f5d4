import { expect, test } from 'vitest';
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

test('a visitor is sent to the sign-in and back, query included', () => {
  expect(choose('/shows?past=1', false)).toBe('/login?next=%2Fshows%3Fpast%3D1');
});

test('whoever is signed in is sent home from the sign-in, whatever it says of next', () => {
  expect(choose('/login?next=/shows', true)).toBe('/');
});

test.each(['/nowhere', '/shows/1', '/show'])('%s is no page', (address) => {
  expect(chooseRoute(routes, { pathname: address, search: '' }, true)).toBeUndefined();
});
