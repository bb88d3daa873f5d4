import { afterEach, expect, test, vi } from 'vitest';
import { MINUTE } from '#contract/durations.ts';
import { getGlobalLeaderboard } from '#contract/leaderboards.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { listUpcomingShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { LAST_SEEN_CACHE } from '#web/offline/messages.ts';
import { cacheForOffline } from './device.ts';

const NOON = Date.parse('2026-07-04T12:00:00Z');

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test("caches the page's responses, but keeps newer ones that the worker cached", async () => {
  vi.stubEnv('DEV', false);
  const serviceWorker = { register: vi.fn(), ready: Promise.resolve({ active: null }) };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('window', {});
  const cached = new Map<string, Response>([
    [listSongs.path, createResponse('worker', NOON + MINUTE)],
    [listUpcomingShows.path, createResponse('worker', NOON - MINUTE)],
  ]);
  const cache = {
    match: async (path: string) => cached.get(path),
    put: async (path: string, response: Response) => cached.set(path, response),
  };
  const open = vi.fn(async (_name: string) => cache);
  vi.stubGlobal('caches', { open });
  const endpoints = [listSongs, listUpcomingShows, listMyPredictions, getGlobalLeaderboard];
  const responses = endpoints.map(({ path }) => ({ path, data: 'page', receivedAt: NOON }));
  const { signal } = new AbortController();
  await cacheForOffline(() => responses, { withPanel: false, signal });
  const bodies = [...cached].map(async ([path, response]) => [path, await response.json()]);
  expect(Object.fromEntries(await Promise.all(bodies))).toEqual({
    [listSongs.path]: 'worker',
    [listUpcomingShows.path]: 'page',
    [listMyPredictions.path]: 'page',
  });
  expect(cached.get(listMyPredictions.path)?.headers.get('date')).toBe(
    new Date(NOON).toUTCString(),
  );
  expect(open).toHaveBeenCalledWith(LAST_SEEN_CACHE);
});

function createResponse(body: string, time: number): Response {
  return Response.json(body, { headers: { date: new Date(time).toUTCString() } });
}
