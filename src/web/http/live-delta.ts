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
  earnedRow,
  type LiveDelta,
  type LiveShowState,
} from '#contract/live-show.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { keyOf } from './query-key.ts';

/** What of a show's night is in the cache now, as the news have it. */
export interface Applied {
  /** Queries that need no reading for it. */
  current: ReadonlySet<Query>;
  /** The news build on a setlist that this page has not seen. */
  hasMissed: boolean;
}

/**
 * Puts what came with an event of a show into the answers that show it, without asking anything.
 * `arePicksKnown`: whether the page's own predictions are as they are now, by which one's own row is counted.
 */
export function applyDelta(
  client: QueryClient,
  showId: string,
  news: LiveDelta,
  arePicksKnown: boolean,
): Applied {
  const current = new Set<Query>();
  let hasMissed = false;
  if (news.setlist) {
    const key = keyOf(getSetlist, { id: showId });
    const rows = client.getQueryData<SetlistEntry[]>(key);
    const applied = rows && applySetlistDelta(rows, news.setlist);
    if (applied) put(client, key, applied, current);
    else hasMissed = rows !== undefined;
  }
  if (news.standings && !hasMissed)
    putStandings(client, showId, news.standings, { current, arePicksKnown });
  return { current, hasMissed };
}

/** Puts a whole night into the answers that show it; returns those that need no reading for it. */
export function applyLiveShow(
  client: QueryClient,
  showId: string,
  { setlist, standings }: LiveShowState,
  arePicksKnown: boolean,
): ReadonlySet<Query> {
  const current = new Set<Query>();
  put(client, keyOf(getSetlist, { id: showId }), setlist, current);
  if (standings) putStandings(client, showId, standings, { current, arePicksKnown });
  return current;
}

/** The pages of the board that the news reach to, and one's own row. */
function putStandings(
  client: QueryClient,
  showId: string,
  standings: NonNullable<LiveDelta['standings']>,
  { current, arePicksKnown }: { current: Set<Query>; arePicksKnown: boolean },
): void {
  const { top, total, ranks } = standings;
  for (const query of client
    .getQueryCache()
    .findAll({ queryKey: keyOf(getShowLeaderboard, { id: showId }) })) {
    const page = pageOf(query);
    if (!page || page.offset > 0) continue;
    const rows = top.slice(0, page.limit);
    // Fewer than were asked for, and not because there are no more.
    if (rows.length < Math.min(page.limit, total)) continue;
    put(client, query.queryKey, { rows, total }, current);
  }
  const own = arePicksKnown ? myRow(client, showId, ranks) : undefined;
  if (own !== undefined) put(client, keyOf(getMyShowRow, { id: showId }), own, current);
}

/** The row that one's picks have earned so far, null without a prediction; undefined while that is not known. */
function myRow(client: QueryClient, showId: string, ranks: RankTable): ShowRow | null | undefined {
  const me = client.getQueryData<CurrentUser | null>(keyOf(getCurrentUser));
  const mine = client.getQueryData<Prediction[]>(keyOf(listMyPredictions));
  const setlist = client.getQueryState<SetlistEntry[]>(keyOf(getSetlist, { id: showId }));
  // Ranks of now say nothing about the rows of before.
  const isStale = setlist?.isInvalidated || setlist?.fetchStatus === 'fetching';
  if (!me || !mine || !setlist?.data || isStale) return undefined;
  const prediction = mine.find((one) => one.showId === showId);
  if (!prediction) return null;
  const picks = prediction.songs.map(({ id: songId, position }) => ({ songId, position }));
  return earnedRow({ userId: me.id, username: me.username, picks }, setlist.data, ranks);
}

/** Which part of a board a counted query holds; undefined for what is no such page. */
function pageOf({ queryKey }: Query): { limit: number; offset: number } | undefined {
  const asked = queryKey[2];
  if (typeof asked !== 'object' || asked === null || queryKey.length !== 4) return undefined;
  const { limit, offset = '0' } = asked as { limit?: string; offset?: string };
  return limit === undefined ? undefined : { limit: Number(limit), offset: Number(offset) };
}

/** What is being read may be older than the news: that is left to be read once more. */
function put(
  client: QueryClient,
  queryKey: readonly unknown[],
  data: unknown,
  current: Set<Query>,
): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (!query || query.state.data === undefined || query.state.fetchStatus === 'fetching') return;
  client.setQueryData(queryKey, data);
  current.add(query);
}
