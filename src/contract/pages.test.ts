import { expect, test } from 'vitest';
import { isPageAt, PAGES, pageFile, paths } from './pages.ts';

test.each(Object.entries(PAGES))('%s matches in any case and with a trailing slash', (_, page) => {
  const { path } = page;
  for (const address of [path, path.toUpperCase(), `${path}/`, `${path.toUpperCase()}/`])
    expect(isPageAt(page, address), address).toBe(true);
  for (const address of [`${path}/more`, `/more${path}`, `${path}x`])
    expect(isPageAt(page, address), address).toBe(false);
});

test('no two pages for the same audience share a path', () => {
  for (const reader of ['visitor', 'user'] as const) {
    const seen = Object.values(PAGES).filter(({ who }) => who === 'anyone' || who === reader);
    expect(new Set(seen.map(({ path }) => path)).size).toBe(seen.length);
  }
});

test('pages have the paths of the specification', () => {
  const pathsOf = (...readers: string[]) =>
    Object.values(PAGES).flatMap(({ path, who }) => (readers.includes(who) ? [path] : []));
  expect(pathsOf('visitor')).toEqual(expect.arrayContaining(['/', '/login', '/signup']));
  expect(pathsOf('anyone')).toEqual(expect.arrayContaining(['/about', '/contact']));
  expect(pathsOf('user')).toEqual(
    expect.arrayContaining([
      ...['/', '/donate', '/game', '/shows', '/my-predictions', '/show-leaderboard'],
      ...['/leaderboard', '/live-setlist', '/statistics', '/song-database', '/forums'],
      ...['/forums/new', '/forums/thread', '/settings', '/admin'],
    ]),
  );
});

test('a page’s name gives its file, and its path takes a query', () => {
  expect(pageFile('showLeaderboard')).toBe('show-leaderboard-page.tsx');
  expect(paths.game({ show: 'a b', edit: undefined })).toBe('/game?show=a%20b');
});
