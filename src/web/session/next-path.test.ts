import { expect, test } from 'vitest';
import { buildLoginPath, toSafePath, withNext } from './next-path.ts';

const ORIGIN = 'https://calledit.example';

test.each([
  ['/shows', '/shows'],
  ['/game?show=1&edit=2', '/game?show=1&edit=2'],
  ['/about#how', '/about#how'],
  ['shows', '/shows'],
  [`${ORIGIN}/shows`, '/shows'],
])('accepts %s as %s', (next, path) => {
  expect(toSafePath(next, ORIGIN)).toBe(path);
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
])('rejects %j', (next) => {
  // Browsers normalize some of these to paths on our site. Only the origin counts.
  const path = toSafePath(next, ORIGIN);
  expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
  expect(path).not.toContain('//');
  if (next !== 'https:evil.example') expect(path).toBe('/');
});

test('returns to the requested page with its query and fragment after the sign-in', () => {
  const requested = { pathname: '/game', search: '?show=1&edit=2', hash: '#songs' };
  const login = new URL(buildLoginPath(requested), ORIGIN);
  expect(login.pathname).toBe('/login');
  expect(toSafePath(login.searchParams.get('next'), ORIGIN)).toBe('/game?show=1&edit=2#songs');
});

test('passes `next` between sign-in and sign-up and omits it for the home page', () => {
  const next = '/game?show=1&edit=2';
  for (const page of ['login', 'signup'] as const) {
    const url = new URL(withNext(page, next), ORIGIN);
    expect([url.pathname, url.searchParams.get('next')]).toEqual([`/${page}`, next]);
    expect(withNext(page, '/')).toBe(`/${page}`);
  }
});
