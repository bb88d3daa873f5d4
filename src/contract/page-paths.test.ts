import { expect, test } from 'vitest';
import { createPathBuilder, isPageAt, readPathParams } from './page-paths.ts';

const GAME = { path: '/game' };
const FAN = { path: '/fans/{username}' };
const SHEET = { path: '/fans/{username}/shows/{id}' };

test.each([
  [{ path: '/' }, ['/', ''], ['/game', '/game/']],
  [GAME, ['/game', '/game/', '/GAME', '/Game/'], ['/', '/game/more', '/more/game', '/games']],
  [FAN, ['/fans/a', '/Fans/a/'], ['/fans', '/fans/', '/fans/a/b', '/fan/a']],
  [
    SHEET,
    ['/fans/a/shows/7'],
    ['/fans/a', '/fans//shows/7', '/fans/a/shows/', '/fans/a/shows/7/b'],
  ],
])('%j is at %j and not at %j', (page, matching, other) => {
  for (const url of matching) expect(isPageAt(page, url), url).toBe(true);
  for (const url of other) expect(isPageAt(page, url), url).toBe(false);
});

test.each([
  ['Front Row', '/fans/Front%20Row/shows/7'],
  ['a/b?c#d', '/fans/a%2Fb%3Fc%23d/shows/7'],
  ['50%25', '/fans/50%2525/shows/7'],
  ['J. R.', '/fans/J.%20R./shows/7'],
])('the name %s is part of the path %s', (username, path) => {
  expect(createPathBuilder(SHEET.path)({ username, id: '7' })).toBe(path);
  for (const url of [path, `${path}/`, path.replace('fans', 'Fans')])
    expect(readPathParams(SHEET, url)).toEqual({ username, id: '7' });
});

test('keeps a malformed name unchanged', () => {
  expect(readPathParams(FAN, '/fans/100%')).toEqual({ username: '100%' });
});

test('appends values that are not in the path as the query', () => {
  expect(createPathBuilder(GAME.path)()).toBe('/game');
  expect(createPathBuilder(GAME.path)({ show: 'a b', edit: undefined })).toBe('/game?show=a%20b');
  expect(createPathBuilder(FAN.path)({ username: 'a', tour: 'b' })).toBe('/fans/a?tour=b');
});
