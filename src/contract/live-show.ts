import { z } from 'zod';
import { endpoint, idParams } from './endpoint.ts';
import { type RankTable, rankOf, rankTable, type ShowRow, showRow } from './leaderboards.ts';
import { indexSetlist, type Pick, totalPoints } from './scoring.ts';
import { type SetlistEntry, setlistEntry } from './setlists.ts';

/** So many rows of a live show's board come with its events, as many as the night's page shows. */
export const LIVE_TOP_ROWS = 20;

/**
 * What 'setlist:update' brings: which rows there are now, in order, and those that have changed since
 * the event before. Whoever has all others makes the new setlist of them without asking.
 */
export const setlistDelta = z.object({
  /** Of each row its id, position and version. */
  order: z.array(z.tuple([z.uuid(), z.int(), z.int()])),
  changed: z.array(setlistEntry),
});
export type SetlistDelta = z.output<typeof setlistDelta>;

/** What 'scores:update' brings of a live show: the head of its board, and how points become ranks. */
export const standings = z
  .object({
    /** How many predicted the show. */
    total: z.int(),
    top: z.array(showRow),
    ranks: rankTable,
  })
  .meta({ id: 'Standings' });
export type Standings = z.output<typeof standings>;

/** What goes with an event of a show, for who wants to follow it without asking. */
export const liveDelta = z.object({
  setlist: setlistDelta.optional(),
  standings: standings.optional(),
});
export type LiveDelta = z.output<typeof liveDelta>;

const liveShowState = z.object({
  setlist: z.array(setlistEntry),
  /** Null before the show has points. */
  standings: standings.nullable(),
});
export type LiveShowState = z.output<typeof liveShowState>;

/** All that a page shows of a live show, for one that has missed an event. */
export const getLiveShow = endpoint('getLiveShow', {
  method: 'GET',
  path: '/api/shows/{id}/night',
  tag: 'night',
  who: 'user',
  summary: "Get a show's setlist, the top of its leaderboard, and how points map to ranks",
  params: idParams,
  status: 200,
  returns: liveShowState,
  dependsOn: [
    'show:{id}',
    'setlist:{id}',
    'sealedSetlist:{id}',
    'song',
    'entrants:{id}',
    'standings:{id}',
  ],
});

export function setlistDeltaOf(
  before: readonly SetlistEntry[],
  after: readonly SetlistEntry[],
): SetlistDelta {
  // Where a row stands is said of all: one that others pushed along has not changed.
  const textOf = (row: SetlistEntry) => JSON.stringify({ ...row, position: 0 });
  const known = new Map(before.map((row) => [row.id, textOf(row)]));
  return {
    order: after.map(({ id, position, version }) => [id, position, version]),
    changed: after.filter((row) => known.get(row.id) !== textOf(row)),
  };
}

/** The new setlist, of the rows at hand and the news; undefined where a row is missing. */
export function applySetlistDelta(
  rows: readonly SetlistEntry[],
  { order, changed }: SetlistDelta,
): SetlistEntry[] | undefined {
  const byId = new Map([...rows, ...changed].map((row) => [row.id, row]));
  const applied: SetlistEntry[] = [];
  for (const [id, position, version] of order) {
    const row = byId.get(id);
    if (row?.version !== version) return undefined;
    applied.push(row.position === position ? row : { ...row, position });
  }
  return applied;
}

/** A fan's own row of a live show's board, from what they picked; undefined where nobody has such points. */
export function earnedRow(
  of: { userId: string; username: string; picks: readonly Pick[] },
  rows: readonly SetlistEntry[],
  ranks: RankTable,
): ShowRow | undefined {
  const { userId, username, picks } = of;
  const points = totalPoints(picks, indexSetlist(rows));
  const rank = rankOf(points, ranks);
  return rank === undefined ? undefined : { rank, userId, username, totalPoints: points };
}
