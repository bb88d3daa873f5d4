import { expect, it } from 'vitest';
import { linkTo } from './site-address.ts';

const asked = (host: string, protocol: 'http' | 'https' = 'http') => ({ host, protocol });

it('is what the operator has set, whatever a request says', () => {
  expect(linkTo('token', asked('evil.example'), 'https://setlists.example')).toBe(
    'https://setlists.example/s/token',
  );
});

it.each([
  ['setlists.example', 'http://setlists.example/s/token'],
  ['setlists.example:8080', 'http://setlists.example:8080/s/token'],
  ['[::1]:3000', 'http://[::1]:3000/s/token'],
  ['a"><script>', 'http://localhost/s/token'],
  ['user@evil.example/path?x=', 'http://evil.example/s/token'],
])('is else the host that was asked for: %s', (host, link) => {
  expect(linkTo('token', asked(host), undefined)).toBe(link);
});

it('keeps the scheme that a proxy tells of', () => {
  expect(linkTo('token', asked('setlists.example', 'https'), undefined)).toBe(
    'https://setlists.example/s/token',
  );
});
