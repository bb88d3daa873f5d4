import { expect, it } from 'vitest';
import { buildShareLinkUrl } from './site-origin.ts';

const createRequest = (host: string, protocol: 'http' | 'https' = 'http') => ({ host, protocol });

it('uses PUBLIC_URL regardless of the request', () => {
  expect(
    buildShareLinkUrl('token', createRequest('evil.example'), 'https://setlists.example'),
  ).toBe('https://setlists.example/s/token');
});

it.each([
  ['setlists.example', 'http://setlists.example/s/token'],
  ['setlists.example:8080', 'http://setlists.example:8080/s/token'],
  ['[::1]:3000', 'http://[::1]:3000/s/token'],
  ['a"><script>', 'http://localhost/s/token'],
  ['user@evil.example/path?x=', 'http://evil.example/s/token'],
])('falls back to the requested host: %s', (host, link) => {
  expect(buildShareLinkUrl('token', createRequest(host), undefined)).toBe(link);
});

it('keeps the scheme that a proxy reports', () => {
  expect(buildShareLinkUrl('token', createRequest('setlists.example', 'https'), undefined)).toBe(
    'https://setlists.example/s/token',
  );
});
