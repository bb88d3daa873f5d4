import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { listLiveShows, type Show } from '#contract/shows.ts';
import { queryClient } from '#web/http/query-client.ts';
import { queryFor } from '#web/http/query-for.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { fetchAhead } from './fetch-ahead.ts';

const SHOW = '0198a3c2-0000-7000-8000-000000000001';
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('location', { search: `?show=${SHOW}` });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json([]);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a page is asked for together with what it reads first, which is then known', async () => {
  signIn({ mustChangePassword: false });
  fetchAhead('game');
  const game = [`/api/shows/${SHOW}`, listMyPredictions.path, '/api/songs'];
  expect(asked).toEqual(game);
  await expect.poll(() => known()).toEqual([]);
  fetchAhead('game');
  expect(asked).toEqual(game);
});

test('with a live show, its board is asked for as well', () => {
  signIn({ mustChangePassword: false });
  queryClient.setQueryData(queryFor(listLiveShows).queryKey, [{ id: SHOW } as Show]);
  fetchAhead('settings');
  expect(asked).toContain(`/api/leaderboard/show/${SHOW}?limit=5`);
});

test.each([null, { mustChangePassword: true }])('nothing is asked for %j', (user) => {
  signIn(user);
  fetchAhead('game');
  expect(asked).toEqual([]);
});

function known() {
  return queryClient.getQueryData(queryFor(listMyPredictions).queryKey);
}

function signIn(user: Partial<CurrentUser> | null) {
  queryClient.setQueryData(sessionQuery.queryKey, user as CurrentUser | null);
}
