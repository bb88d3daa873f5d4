import type { Query, QueryClient } from '@tanstack/react-query';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import { getMyShowRow, getShowLeaderboard, type MyShowRow } from '#contract/leaderboards.ts';
import {
  applySetlistDelta,
  buildShowRow,
  type LiveDelta,
  type LiveShowState,
  type Standings,
} from '#contract/live-shows.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { toSongPicks } from '#contract/scorecard.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { buildQueryKey } from '#web/http/query-key.ts';

export interface DeltaResult {
  updatedQueries: ReadonlySet<Query>;
  /** The delta builds on a setlist that this page hasn't received. */
  hasGap: boolean;
}

/** `arePicksCurrent`: my cached predictions, from which my row is computed, are current. */
export function applyDelta(
  client: QueryClient,
  showId: string,
  delta: LiveDelta,
  arePicksCurrent: boolean,
): DeltaResult {
  const updatedQueries = new Set<Query>();
  let hasGap = false;
  if (delta.setlist) {
    const key = buildQueryKey(getSetlist, { id: showId });
    const rows = client.getQueryData<SetlistEntry[]>(key);
    const applied = rows && applySetlistDelta(rows, delta.setlist);
    if (applied) writeToCache(client, key, applied, updatedQueries);
    else hasGap = rows !== undefined;
  }
  if (delta.standings && !hasGap)
    writeStandings(client, showId, delta.standings, { updatedQueries, arePicksCurrent });
  return { updatedQueries, hasGap };
}

/** Returns the queries that are now current. */
export function applyLiveShow(
  client: QueryClient,
  showId: string,
  { setlist, standings }: LiveShowState,
  arePicksCurrent: boolean,
): ReadonlySet<Query> {
  const updatedQueries = new Set<Query>();
  writeToCache(client, buildQueryKey(getSetlist, { id: showId }), setlist, updatedQueries);
  if (standings) writeStandings(client, showId, standings, { updatedQueries, arePicksCurrent });
  return updatedQueries;
}

function writeStandings(
  client: QueryClient,
  showId: string,
  standings: Standings,
  { updatedQueries, arePicksCurrent }: { updatedQueries: Set<Query>; arePicksCurrent: boolean },
): void {
  const { top, total } = standings;
  for (const query of client
    .getQueryCache()
    .findAll({ queryKey: buildQueryKey(getShowLeaderboard, { id: showId }) })) {
    const page = parsePageParams(query);
    if (!page || page.offset > 0) continue;
    const rows = top.slice(0, page.limit);
    if (rows.length < Math.min(page.limit, total)) continue;
    writeToCache(client, query.queryKey, { rows, total }, updatedQueries);
  }
  const newRow = arePicksCurrent ? computeMyRow(client, showId, standings) : undefined;
  if (newRow !== undefined)
    writeToCache(client, buildQueryKey(getMyShowRow, { id: showId }), newRow, updatedQueries);
}

/** Returns null without a prediction, and undefined while the data isn't current. */
function computeMyRow(
  client: QueryClient,
  showId: string,
  standings: Standings,
): MyShowRow | null | undefined {
  const me = client.getQueryData<CurrentUser | null>(buildQueryKey(getCurrentUser));
  const predictions = client.getQueryData<Prediction[]>(buildQueryKey(listMyPredictions));
  const setlist = client.getQueryState<SetlistEntry[]>(buildQueryKey(getSetlist, { id: showId }));
  // The new standings don't match an old setlist.
  const isStale = setlist?.isInvalidated || setlist?.fetchStatus === 'fetching';
  if (!me || !predictions || !setlist?.data || isStale) return undefined;
  const prediction = predictions.find((candidate) => candidate.showId === showId);
  if (!prediction) return null;
  const picks = toSongPicks(prediction.songs);
  return buildShowRow({ userId: me.id, username: me.username, picks }, setlist.data, standings);
}

export function parsePageParams({
  queryKey,
}: Query): { limit: number; offset: number } | undefined {
  // The last element marks lists with a total.
  const query = queryKey.at(-2);
  if (typeof query !== 'object' || query === null) return undefined;
  const { limit, offset = '0' } = query as { limit?: string; offset?: string };
  return limit === undefined ? undefined : { limit: Number(limit), offset: Number(offset) };
}

/** Skips a query in flight, because its response may be older. It must be refetched. */
export function writeToCache(
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
