import { expect, test } from 'vitest';
import { pageFile, paths } from './pages.ts';
import { buildUrl } from './url.ts';

test.each([
  ['/api/songs', {}, '/api/songs'],
  [
    '/api/shows/{id}/songs/{entryId}',
    { params: { id: 'a', entryId: 'b' } },
    '/api/shows/a/songs/b',
  ],
  ['/api/shows/{id}', { params: {} }, '/api/shows/'],
  ['/api/shows/{id}', { params: { id: '../me?x' } }, '/api/shows/..%2Fme%3Fx'],
  ['/api/threads', { query: { limit: 5, offset: undefined } }, '/api/threads?limit=5'],
  [
    '/login',
    { query: { next: '/game?show=1&edit=2' } },
    '/login?next=%2Fgame%3Fshow%3D1%26edit%3D2',
  ],
])('fills %s with %j', (path, input, url) => {
  expect(buildUrl(path, input)).toBe(url);
});

test('builds a page’s URL with its query', () => {
  expect(paths.game()).toBe('/game');
  expect(paths.game({ show: 'a', edit: 'b' })).toBe('/game?show=a&edit=b');
  expect(paths.thread({ id: 'a', page: 2 })).toBe('/forums/thread?id=a&page=2');
});

test('derives a page’s file from its name', () => {
  expect(pageFile('globalLeaderboard')).toBe('global-leaderboard-page.tsx');
});
