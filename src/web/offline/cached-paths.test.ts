import { expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as leaderboards from '#contract/leaderboards.ts';
import * as predictions from '#contract/predictions.ts';
import * as setlists from '#contract/setlists.ts';
import * as shows from '#contract/shows.ts';
import * as songs from '#contract/songs.ts';
import { listSessions } from '#contract/user-sessions.ts';
import { isCached, isScreen } from './cached-paths.ts';

const ID = '0b7c3a52-6c1f-4a57-9d3e-0a1b2c3d4e5f';
const getPath = ({ path }: { path: string }) => path.replace('{id}', ID);

test.each([
  accounts.getCurrentUser,
  shows.listShows,
  shows.listUpcomingShows,
  shows.listLiveShows,
  shows.getShow,
  setlists.getSetlist,
  songs.listSongs,
  predictions.listMyPredictions,
  predictions.getPrediction,
])('caches $path', (endpoint) => {
  expect(isCached(getPath(endpoint))).toBe(true);
});

test.each([
  listSessions,
  accounts.listUsers,
  accounts.login,
  leaderboards.getGlobalLeaderboard,
  leaderboards.getShowLeaderboard,
  songs.getSongHistory,
])('does not cache $path', (endpoint) => {
  expect(isCached(getPath(endpoint))).toBe(false);
});

test.each([
  '/api/showsale',
  '/api/songs/',
  '/x/api/shows',
  `/api/shows/${ID}/setlist/undo`,
  `/api/predictions/${ID}/share`,
  `/api/predictions/${ID}0`,
])('does not cache the similar path %s', (path) => {
  expect(isCached(path)).toBe(false);
});

test.each(['/', '/game', '/forums/thread', '/settings', '/sauce', '/wsx', '/a/api'])(
  '%s is a screen',
  (path) => {
    expect(isScreen(path)).toBe(true);
  },
);

test.each([
  '/api',
  '/api/docs',
  '/API/docs',
  '/ws',
  '/ws/1',
  '/s',
  '/s/abc',
  '/social.png',
  '/manifest.webmanifest',
])('%s is not a screen', (path) => {
  expect(isScreen(path)).toBe(false);
});
