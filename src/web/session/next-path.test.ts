import { expect, test } from 'vitest';
import { loginPathFor, safeNext, withNext } from './next-path.ts';

const ORIGIN = 'https://calledit.example';

test.each([
  ['/shows', '/shows'],
  ['/game?show=1&edit=2', '/game?show=1&edit=2'],
  ['/about#how', '/about#how'],
  ['shows', '/shows'],
  [`${ORIGIN}/shows`, '/shows'],
])('goes on to %s', (next, path) => {
  expect(safeNext(next, ORIGIN)).toBe(path);
});

test.each([
  null,
  '',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '\n//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example/',
  'https:evil.example',
  'http://calledit.example/',
  'https://calledit.example.evil.example/',
  'https://calledit.example@evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
])('stays at home for %j', (next) => {
  // Some of these are paths of our own once the browser has read them: what counts is the origin.
  const path = safeNext(next, ORIGIN);
  expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
  expect(path).not.toContain('//');
  if (next !== 'https:evil.example') expect(path).toBe('/');
});

test('a page that was asked for comes back through the sign-in whole', () => {
  const asked = { pathname: '/game', search: '?show=1&edit=2' };
  const login = new URL(loginPathFor(asked), ORIGIN);
  expect(login.pathname).toBe('/login');
  expect(safeNext(login.searchParams.get('next'), ORIGIN)).toBe('/game?show=1&edit=2');
});

test('it goes along from the sign-in to the sign-up and back, and home needs no mention', () => {
  const next = '/game?show=1&edit=2';
  for (const page of ['login', 'signup'] as const) {
    const there = new URL(withNext(page, next), ORIGIN);
    expect([there.pathname, there.searchParams.get('next')]).toEqual([`/${page}`, next]);
    expect(withNext(page, '/')).toBe(`/${page}`);
  }
});
