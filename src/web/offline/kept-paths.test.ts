import { expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as leaderboards from '#contract/leaderboards.ts';
import * as predictions from '#contract/predictions.ts';
import * as setlists from '#contract/setlists.ts';
import * as shows from '#contract/shows.ts';
import { isKept, isScreen } from './kept-paths.ts';

const ID = '0b7c3a52-6c1f-4a57-9d3e-0a1b2c3d4e5f';
const pathOf = ({ path }: { path: string }) => path.replace('{id}', ID);

test.each([
  accounts.getCurrentUser,
  shows.listShows,
  shows.listUpcomingShows,
  shows.listLiveShows,
  shows.getShow,
  setlists.getSetlist,
  predictions.listMyPredictions,
  predictions.getPrediction,
])('$path is kept', (endpoint) => {
  expect(isKept(pathOf(endpoint))).toBe(true);
});

test.each([
  accounts.listSessions,
  accounts.listUsers,
  accounts.login,
  leaderboards.getGlobalLeaderboard,
  leaderboards.getShowLeaderboard,
])('$path is not', (endpoint) => {
  expect(isKept(pathOf(endpoint))).toBe(false);
});

test.each(['/', '/game', '/forums/thread', '/settings', '/sauce'])('%s is a screen', (path) => {
  expect(isScreen(path)).toBe(true);
});

test.each(['/api', '/api/docs', '/ws', '/s/abc', '/social.png', '/manifest.webmanifest'])(
  '%s is not',
  (path) => {
    expect(isScreen(path)).toBe(false);
  },
);
