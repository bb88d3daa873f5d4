import { z } from 'zod';
import { endpoint, idParams, showParams } from './endpoint.ts';
import { pageQuery, showRow } from './leaderboards.ts';
import { showStatus } from './shows.ts';

/** Rows of a league's page. Private leagues fit on one page. */
export const LEAGUE_PAGE_SIZE = 50;

type Figures<Key extends string> = { readonly [key in Key]: number };

function compareBy<Key extends string>(a: Figures<Key>, b: Figures<Key>, keys: readonly Key[]) {
  return keys.map((key) => b[key] - a[key]).find((difference) => difference !== 0) ?? 0;
}

/** Highest first. Rows with equal keys share a rank, and the next rank skips: 1, 2, 2, 4. */
export function rankBy<Key extends string, Row extends Figures<Key>>(
  rows: readonly Row[],
  keys: readonly Key[],
): (Row & { rank: number })[] {
  const sorted = rows.toSorted((a, b) => compareBy(a, b, keys));
  let rank = 1;
  return sorted.map((row, index) => {
    const previous = sorted[index - 1];
    if (previous && compareBy(previous, row, keys) !== 0) rank = index + 1;
    return { ...row, rank };
  });
}

/** Equal totals are ranked by nights won, then songs in the exact spot, then songs played. */
export const SEASON_ORDER = ['totalPoints', 'nightsWon', 'exactSpots', 'hits'] as const;

/** `shows` of the `showCount` that count since the league's start have a prediction. */
export const seasonRow = showRow
  .omit({ isPrivate: true })
  .extend({ nightsWon: z.int(), shows: z.int(), showCount: z.int() })
  .meta({ id: 'LeagueSeasonRow' });
export type SeasonRow = z.output<typeof seasonRow>;

const leagueShow = z.object({
  id: z.uuid(),
  name: z.string(),
  date: z.iso.datetime(),
  timeZone: z.string(),
  status: showStatus,
});

/** Every member may win a night. */
export const LISTED_WINNERS = 10;

export const leagueNight = z
  .object({
    show: leagueShow,
    /** The first `LISTED_WINNERS` by name. */
    winners: z.array(z.object({ userId: z.uuid(), username: z.string() })),
    winnerCount: z.int(),
    totalPoints: z.int(),
  })
  .meta({ id: 'LeagueNight' });
export type LeagueNight = z.output<typeof leagueNight>;

export const getLeagueTonight = endpoint('getLeagueTonight', {
  method: 'GET',
  path: '/api/leagues/{id}/tonight',
  tag: 'leagues',
  who: 'user',
  summary: "Get the league's board of the live show or of the last one with points",
  params: idParams,
  query: pageQuery,
  status: 200,
  returns: z.object({
    /** Null if no member predicted a show that counts. */
    show: leagueShow.nullable(),
    total: z.int(),
    rows: z.array(showRow),
  }),
  dependsOn: ['league:{id}', 'show', 'standings', 'totals', 'username', 'privacy'],
});

export const getLeagueSeason = endpoint('getLeagueSeason', {
  method: 'GET',
  path: '/api/leagues/{id}/season',
  tag: 'leagues',
  who: 'user',
  summary: "Rank the league's members by their points since its start; X-Total-Count has the total",
  params: idParams,
  query: pageQuery,
  status: 200,
  returns: z.array(seasonRow),
  dependsOn: ['league:{id}', 'show', 'totals', 'username'],
});

export const listLeagueNights = endpoint('listLeagueNights', {
  method: 'GET',
  path: '/api/leagues/{id}/nights',
  tag: 'leagues',
  who: 'user',
  summary: "List the winners of each night since the league's start, latest first",
  params: idParams,
  query: pageQuery,
  status: 200,
  returns: z.array(leagueNight),
  dependsOn: ['league:{id}', 'show', 'totals', 'username'],
});

export const getLeagueSheets = endpoint('getLeagueSheets', {
  method: 'GET',
  path: '/api/leagues/{id}/sheets',
  tag: 'leagues',
  who: 'user',
  summary: 'List the members without a prediction for the next show; for members only',
  params: idParams,
  status: 200,
  returns: z.object({
    /** Null without a show that accepts predictions. */
    show: leagueShow.nullable(),
    submitted: z.int(),
    /** The first `LEAGUE_PAGE_SIZE` by name. */
    missing: z.array(z.object({ userId: z.uuid(), username: z.string() })),
    missingCount: z.int(),
    /** Members can nudge until then. Null without a show. */
    nudgesEndAt: z.iso.datetime().nullable(),
    /** `username` is null for a deleted account, or if there is a block between you and them. */
    nudge: z.object({ username: z.string().nullable(), createdAt: z.iso.datetime() }).nullable(),
  }),
  dependsOn: ['league:{id}', 'show', 'entrants', 'username', 'block:{me}'],
});

/** Members of invite-only leagues come first. */
export const LEAGUE_RIVALS = 200;

export const listLeagueRivals = endpoint('listLeagueRivals', {
  method: 'GET',
  path: '/api/shows/{id}/league-rivals',
  tag: 'leagues',
  who: 'user',
  summary: 'List the other members of your leagues who predicted a show',
  params: showParams,
  status: 200,
  returns: z.array(z.object({ userId: z.uuid(), username: z.string() })),
  // Excludes the standings, so that a new song causes no refetch.
  dependsOn: ['league', 'show:{id}', 'entrants:{id}', 'username'],
});
