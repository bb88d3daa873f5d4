import { expect, test } from 'vitest';
import { PAGES, pageFile, paths } from './pages.ts';

test('no two pages for the same audience share a path', () => {
  for (const audience of ['visitor', 'user'] as const) {
    const visiblePages = Object.values(PAGES).filter(
      ({ who }) => who === 'anyone' || who === audience,
    );
    expect(new Set(visiblePages.map(({ path }) => path)).size).toBe(visiblePages.length);
  }
});

test('pages have the paths that the specification lists', () => {
  const listPaths = (...readers: string[]) =>
    Object.values(PAGES).flatMap(({ path, who }) => (readers.includes(who) ? [path] : []));
  expect(listPaths('visitor')).toEqual(expect.arrayContaining(['/', '/login', '/signup']));
  expect(listPaths('anyone')).toEqual(expect.arrayContaining(['/about', '/contact']));
  expect(listPaths('user')).toEqual(
    expect.arrayContaining([
      ...['/', '/donate', '/game', '/shows', '/my-predictions', '/show-leaderboard'],
      ...['/leaderboard', '/live-setlist', '/statistics', '/song-database', '/forums'],
      ...['/forums/new', '/forums/thread', '/settings', '/admin'],
    ]),
  );
});

test('a page’s name determines its file, and its path accepts query parameters', () => {
  expect(pageFile('showLeaderboard')).toBe('show-leaderboard-page.tsx');
  expect(paths.game({ show: 'a b', edit: undefined })).toBe('/game?show=a%20b');
});
