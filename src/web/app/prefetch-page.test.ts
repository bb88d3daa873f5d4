import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { listLiveShows, type Show } from '#contract/shows.ts';
import { listVoidedPredictions } from '#contract/voided-predictions.ts';
import { queryClient } from '#web/http/query-client.ts';
import { queryFor } from '#web/http/query-for.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { prefetchPage } from './prefetch-page.ts';

const SHOW = '0198a3c2-0000-7000-8000-000000000001';
const requests: string[] = [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('location', { pathname: '/game', search: `?show=${SHOW}` });
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return Response.json([]);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test("prefetches a page's first reads once and caches them", async () => {
  signIn({ mustChangePassword: false });
  prefetchPage('game');
  const gameReads = [
    `/api/shows/${SHOW}`,
    listMyPredictions.path,
    listVoidedPredictions.path,
    '/api/songs',
  ];
  expect(requests).toEqual(gameReads);
  await expect.poll(() => getCachedPredictions()).toEqual([]);
  prefetchPage('game');
  expect(requests).toEqual(gameReads);
});

test('prefetches only public reads for a visitor', () => {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  prefetchPage('game');
  expect(requests).toEqual([]);
  prefetchPage('predict');
  expect(requests).toEqual(['/api/next-sheet']);
});

test('prefetches the leaderboard of a live show', () => {
  signIn({ mustChangePassword: false });
  queryClient.setQueryData(queryFor(listLiveShows).queryKey, [{ id: SHOW } as Show]);
  prefetchPage('settings');
  expect(requests).toContain(`/api/leaderboard/show/${SHOW}?limit=5`);
});

test('prefetches nothing about a live show that the fan wants hidden', () => {
  signIn({ spoilersHiddenSince: '2020-05-08T12:00:00.000Z', revealedShowIds: [] });
  const live = { id: SHOW, status: 'live', date: '2026-05-08T12:00:00.000Z' } as Show;
  queryClient.setQueryData(queryFor(listLiveShows).queryKey, [live]);
  vi.stubGlobal('location', { pathname: '/live-setlist', search: `?show=${SHOW}` });
  prefetchPage('liveSetlist');
  expect(requests).not.toEqual([]);
  expect(requests.filter((url) => url.includes(SHOW))).toEqual([]);
});

test.each([null, { mustChangePassword: true }])('does not prefetch for %j', (user) => {
  signIn(user);
  prefetchPage('game');
  expect(requests).toEqual([]);
});

function getCachedPredictions() {
  return queryClient.getQueryData(queryFor(listMyPredictions).queryKey);
}

function signIn(user: Partial<CurrentUser> | null) {
  queryClient.setQueryData(sessionQuery.queryKey, user as CurrentUser | null);
}
