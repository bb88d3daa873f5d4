import { z } from 'zod';
import { endpoint, idParams } from './endpoint.ts';
import { countBehind, findRank, type MyShowRow, rankTable, showRow } from './leaderboards.ts';
import { indexSetlist, type SongPick, totalPoints } from './scoring.ts';
import { type SetlistEntry, setlistEntry } from './setlists.ts';

/** The number of leaderboard rows in an event. The live page displays as many. */
export const LIVE_TOP_ROWS = 20;

/** Payload of 'setlist:update'; `changed` has the rows changed since the previous event. */
export const setlistDelta = z.object({
  /** `[id, position, version]` of each row. */
  order: z.array(z.tuple([z.uuid(), z.int(), z.int()])),
  changed: z.array(setlistEntry),
});
export type SetlistDelta = z.output<typeof setlistDelta>;

/** Payload of 'scores:update' for a live show. */
export const standings = z
  .object({
    total: z.int(),
    top: z.array(showRow),
    ranks: rankTable,
  })
  .meta({ id: 'Standings' });
export type Standings = z.output<typeof standings>;

/** Optional part of a show's events. Saves clients a request. */
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

/** Everything the live page displays, for a page that missed an event. */
export const getLiveShow = endpoint('getLiveShow', {
  method: 'GET',
  path: '/api/shows/{id}/night',
  tag: 'live-shows',
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
    'privacy:{id}',
  ],
});

export function diffSetlists(
  oldRows: readonly SetlistEntry[],
  newRows: readonly SetlistEntry[],
): SetlistDelta {
  // Ignores positions, because `order` has those of rows that only moved with others.
  const serializeContent = (row: SetlistEntry) => JSON.stringify({ ...row, position: 0 });
  const oldContents = new Map(oldRows.map((row) => [row.id, serializeContent(row)]));
  return {
    order: newRows.map(({ id, position, version }) => [id, position, version]),
    changed: newRows.filter((row) => oldContents.get(row.id) !== serializeContent(row)),
  };
}

/** Returns undefined if a row is missing or outdated. */
export function applySetlistDelta(
  rows: readonly SetlistEntry[],
  { order, changed }: SetlistDelta,
): SetlistEntry[] | undefined {
  const byId = new Map([...rows, ...changed].map((row) => [row.id, row]));
  const newRows: SetlistEntry[] = [];
  for (const [id, position, version] of order) {
    const row = byId.get(id);
    if (row?.version !== version) return undefined;
    newRows.push(row.position === position ? row : { ...row, position });
  }
  return newRows;
}

/** Returns undefined if the points are below the lowest rank. */
export function buildShowRow(
  fan: { userId: string; username: string; picks: readonly SongPick[] },
  rows: readonly SetlistEntry[],
  standings: Pick<Standings, 'ranks' | 'total'>,
): MyShowRow | undefined {
  const { userId, username, picks } = fan;
  const points = totalPoints(picks, indexSetlist(rows));
  const rank = findRank(points, standings.ranks);
  if (rank === undefined) return undefined;
  const behind = countBehind(points, standings);
  return { rank, userId, username, totalPoints: points, behind };
}
