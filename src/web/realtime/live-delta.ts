import type { Query, QueryClient } from '@tanstack/react-query';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import {
  getMyShowRow,
  getShowLeaderboard,
  type RankTable,
  type ShowRow,
} from '#contract/leaderboards.ts';
import {
  applySetlistDelta,
  type LiveDelta,
  type LiveShowState,
  showRowFor,
} from '#contract/live-shows.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { keyOf } from '#web/http/query-key.ts';

export interface DeltaResult {
  updatedQueries: ReadonlySet<Query>;
  /** The delta builds on a setlist that this page hasn't received. */
  hasGap: boolean;
}

/** `arePicksKnown` means that my cached predictions, which my row needs, are current. */
export function applyDelta(
  client: QueryClient,
  showId: string,
  delta: LiveDelta,
  arePicksKnown: boolean,
): DeltaResult {
  const updatedQueries = new Set<Query>();
  let hasGap = false;
  if (delta.setlist) {
    const key = keyOf(getSetlist, { id: showId });
    const rows = client.getQueryData<SetlistEntry[]>(key);
    const applied = rows && applySetlistDelta(rows, delta.setlist);
    if (applied) writeToCache(client, key, applied, updatedQueries);
    else hasGap = rows !== undefined;
  }
  if (delta.standings && !hasGap)
    writeStandings(client, showId, delta.standings, { updatedQueries, arePicksKnown });
  return { updatedQueries, hasGap };
}

/** Returns the queries that are now current. */
export function applyLiveShow(
  client: QueryClient,
  showId: string,
  { setlist, standings }: LiveShowState,
  arePicksKnown: boolean,
): ReadonlySet<Query> {
  const updatedQueries = new Set<Query>();
  writeToCache(client, keyOf(getSetlist, { id: showId }), setlist, updatedQueries);
  if (standings) writeStandings(client, showId, standings, { updatedQueries, arePicksKnown });
  return updatedQueries;
}

function writeStandings(
  client: QueryClient,
  showId: string,
  standings: NonNullable<LiveDelta['standings']>,
  { updatedQueries, arePicksKnown }: { updatedQueries: Set<Query>; arePicksKnown: boolean },
): void {
  const { top, total, ranks } = standings;
  for (const query of client
    .getQueryCache()
    .findAll({ queryKey: keyOf(getShowLeaderboard, { id: showId }) })) {
    const page = pageParams(query);
    if (!page || page.offset > 0) continue;
    const rows = top.slice(0, page.limit);
    // The delta has fewer rows than this page.
    if (rows.length < Math.min(page.limit, total)) continue;
    writeToCache(client, query.queryKey, { rows, total }, updatedQueries);
  }
  const myNewRow = arePicksKnown ? myRow(client, showId, ranks) : undefined;
  if (myNewRow !== undefined)
    writeToCache(client, keyOf(getMyShowRow, { id: showId }), myNewRow, updatedQueries);
}

/** Null without a prediction, undefined while the data isn't current. */
function myRow(client: QueryClient, showId: string, ranks: RankTable): ShowRow | null | undefined {
  const me = client.getQueryData<CurrentUser | null>(keyOf(getCurrentUser));
  const predictions = client.getQueryData<Prediction[]>(keyOf(listMyPredictions));
  const setlist = client.getQueryState<SetlistEntry[]>(keyOf(getSetlist, { id: showId }));
  // The new ranks don't apply to an old setlist.
  const isStale = setlist?.isInvalidated || setlist?.fetchStatus === 'fetching';
  if (!me || !predictions || !setlist?.data || isStale) return undefined;
  const prediction = predictions.find((mine) => mine.showId === showId);
  if (!prediction) return null;
  const picks = prediction.songs.map(({ id: songId, position }) => ({ songId, position }));
  return showRowFor({ userId: me.id, username: me.username, picks }, setlist.data, ranks);
}

function pageParams({ queryKey }: Query): { limit: number; offset: number } | undefined {
  const query = queryKey[2];
  if (typeof query !== 'object' || query === null || queryKey.length !== 4) return undefined;
  const { limit, offset = '0' } = query as { limit?: string; offset?: string };
  return limit === undefined ? undefined : { limit: Number(limit), offset: Number(offset) };
}

/** Skips a query in flight: its response may be older, so it must be refetched. */
function writeToCache(
  client: QueryClient,
  queryKey: readonly unknown[],
  data: unknown,
  updatedQueries: Set<Query>,
): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (!query || query.state.data === undefined || query.state.fetchStatus === 'fetching') return;
  client.setQueryData(queryKey, data);
  updatedQueries.add(query);
}
