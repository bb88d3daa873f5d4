import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listSongs } from '#contract/songs.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { leaderboardRow, SHOW_ID, setlistEntry } from './live-show-samples.ts';

/** Puts the queries of a live show with one song into the cache, and records their requests. */
export function showLiveShow(client: QueryClient, urls: string[]): void {
  showQuery(client, urls, 'setlist', [setlistEntry(1)]);
  for (const name of ['top', 'five'] as const) showQuery(client, urls, name, LEADERBOARD);
  showQuery(client, urls, 'myRow', { ...leaderboardRow(1, 0), userId: ME.id });
}

export const LEADERBOARD = { rows: [leaderboardRow(1, 0)], total: 900 };

export const ME = { id: '00000000-0000-4000-8000-000000000003', username: 'Fan' };

const createLeaderboardQuery = (showId: string, limit: string, offset = '0') =>
  queryWithTotalFor(getShowLeaderboard, { params: { id: showId }, query: { limit, offset } });

export const QUERIES = {
  setlist: queryFor(getSetlist, { params: { id: SHOW_ID } }),
  top: createLeaderboardQuery(SHOW_ID, '20'),
  five: createLeaderboardQuery(SHOW_ID, '5'),
  second: createLeaderboardQuery(SHOW_ID, '20', '20'),
  hundred: createLeaderboardQuery(SHOW_ID, '100'),
  myRow: queryFor(getMyShowRow, { params: { id: SHOW_ID } }),
  songs: queryFor(listSongs),
  otherSetlist: queryFor(getSetlist, { params: { id: '00000000-0000-4000-8000-000000000002' } }),
} as const;
export type QueryName = keyof typeof QUERIES;

export function showQuery(
  client: QueryClient,
  urls: string[],
  name: QueryName,
  data: unknown,
): void {
  const { queryKey, meta } = QUERIES[name];
  client.setQueryData(queryKey as readonly unknown[], data);
  const observer = new QueryObserver(client, {
    queryKey: queryKey as readonly unknown[],
    ...(meta && { meta }),
    queryFn: async () => {
      urls.push(name);
      return data;
    },
  });
  observer.subscribe(() => undefined);
}

export function setPicks(client: QueryClient, ...songIds: string[]): void {
  const songs = songIds.map((id, n) => ({ id, title: id, album: null, position: n + 1 }));
  const predictions = songIds.length > 0 ? [{ id: 'p', showId: SHOW_ID, songs }] : [];
  const { queryKey, meta } = queryFor(listMyPredictions);
  client.getQueryCache().build(client, { queryKey, ...(meta && { meta }) });
  client.setQueryData(queryKey, predictions as never);
}
