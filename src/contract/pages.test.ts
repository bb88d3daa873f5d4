import { expect, test } from 'vitest';
import { isPageAt, readPathParams } from './page-paths.ts';
import { PAGES, pageFile, paths } from './pages.ts';

const fixedPages = Object.entries(PAGES).filter(([, { path }]) => !path.includes('{'));

test.each(fixedPages)('%s matches in any case and with a trailing slash', (_, page) => {
  const { path } = page;
  for (const url of [path, path.toUpperCase(), `${path}/`, `${path.toUpperCase()}/`])
    expect(isPageAt(page, url), url).toBe(true);
  for (const url of [`${path}/more`, `/more${path}`, `${path}x`])
    expect(isPageAt(page, url), url).toBe(false);
});

test.each([
  ['Front Row', '/fans/Front%20Row/shows/7'],
  ['a/b?c#d', '/fans/a%2Fb%3Fc%23d/shows/7'],
  ['50%25', '/fans/50%2525/shows/7'],
])('the name %s is in the path of a fan’s sheet', (username, path) => {
  expect(paths.fanSheet({ username, id: '7' })).toBe(path);
  for (const url of [path, `${path}/`, path.replace('fans', 'Fans')])
    expect(readPathParams(PAGES.fanSheet, url)).toEqual({ username, id: '7' });
});

test.each(['/fans/a', '/fans/a/shows/', '/fans/a/shows/7/b'])('%s is no fan’s sheet', (url) => {
  expect(isPageAt(PAGES.fanSheet, url)).toBe(false);
});

test.each([
  ['Front Row', '/fans/Front%20Row'],
  ['a/b?c#d', '/fans/a%2Fb%3Fc%23d'],
  ['50%25', '/fans/50%2525'],
  ['J. R.', '/fans/J.%20R.'],
])('the name %s is in the path of a fan’s page', (username, path) => {
  expect(paths.fan({ username })).toBe(path);
  for (const url of [path, `${path}/`, path.replace('fans', 'Fans')])
    expect(readPathParams(PAGES.fan, url)).toEqual({ username });
});

test.each(['/fans', '/fans/', '/fans/a/b', '/fan/a'])('%s is no fan’s page', (url) => {
  expect(isPageAt(PAGES.fan, url)).toBe(false);
});

test('a malformed path is taken as it is', () => {
  expect(readPathParams(PAGES.fan, '/fans/100%')).toEqual({ username: '100%' });
});

test('no two pages for the same audience share a path', () => {
  for (const reader of ['visitor', 'user'] as const) {
    const visiblePages = Object.values(PAGES).filter(
      ({ who }) => who === 'anyone' || who === reader,
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

test('a page’s name gives its file, and its path takes a query', () => {
  expect(pageFile('showLeaderboard')).toBe('show-leaderboard-page.tsx');
  expect(paths.game({ show: 'a b', edit: undefined })).toBe('/game?show=a%20b');
});
