import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';

export const LEADERBOARD_DEFAULT_ROWS = 100;
export const LEADERBOARD_MAX_ROWS = 500;

export const TOTAL_COUNT_HEADER = 'x-total-count';

/** `averageScore` is a decimal with two places. */
export const globalRow = z
  .object({
    userId: z.uuid(),
    username: z.string(),
    rank: z.int(),
    gamesPlayed: z.int(),
    averageScore: z.string(),
    totalPoints: z.int(),
  })
  .meta({ id: 'GlobalRow' });
export type GlobalRow = z.output<typeof globalRow>;

/** Has the points so far while the show is live, and 0 before. */
export const showRow = z
  .object({
    rank: z.int(),
    userId: z.uuid(),
    username: z.string(),
    totalPoints: z.int(),
    /** Set if the fan keeps their sheets private; not set in your own row. */
    isPrivate: z.literal(true).optional(),
  })
  .meta({ id: 'ShowRow' });
export type ShowRow = z.output<typeof showRow>;

/** `[points, rank]`, highest first. Equal points share a rank, and the next skips: 1, 2, 2, 4. */
export const rankTable = z.array(z.tuple([z.int(), z.int()])).meta({ id: 'RankTable' });
export type RankTable = z.output<typeof rankTable>;

/** Returns undefined below the lowest score of the table. */
export function findRank(points: number, table: RankTable): number | undefined {
  return table.find(([score]) => score <= points)?.[1];
}

export const myShowRow = showRow
  .extend({
    /** Fans with fewer points. 0 before the show has points. */
    behind: z.int(),
  })
  .meta({ id: 'MyShowRow' });
export type MyShowRow = z.output<typeof myShowRow>;

/** Returns how many of the `total` fans have fewer points. */
export function countBehind(
  points: number,
  { ranks, total }: { ranks: RankTable; total: number },
): number {
  const nextLower = ranks.find(([score]) => score < points);
  return nextLower ? total - nextLower[1] + 1 : 0;
}

/** Returns 'Better than 93% of 412 fans', rounded down, or null below 1%. */
export function formatPercentile(behind: number, total: number): string | null {
  const percent = Math.floor((100 * behind) / total);
  return percent > 0 ? `Better than ${percent}% of ${total.toLocaleString('en-US')} fans` : null;
}

function wholeNumber(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'Must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback);
}

export const pageQuery = z.object({
  limit: wholeNumber(1, LEADERBOARD_MAX_ROWS, LEADERBOARD_DEFAULT_ROWS),
  offset: wholeNumber(0, 1_000_000, 0),
});

export const getGlobalLeaderboard = endpoint('getGlobalLeaderboard', {
  method: 'GET',
  path: '/api/leaderboard',
  tag: 'leaderboards',
  who: 'user',
  summary: 'List everyone with a scored game; X-Total-Count has the total',
  query: pageQuery,
  status: 200,
  returns: z.array(globalRow),
  dependsOn: ['totals', 'username'],
});

export const getMyGlobalRow = endpoint('getMyGlobalRow', {
  method: 'GET',
  path: '/api/leaderboard/me',
  tag: 'leaderboards',
  who: 'user',
  summary: 'Get your row of the global leaderboard, or 204',
  status: 200,
  returns: globalRow,
  mayBeEmpty: true,
  dependsOn: ['totals', 'username:{me}'],
});

export const getShowLeaderboard = endpoint('getShowLeaderboard', {
  method: 'GET',
  path: '/api/leaderboard/show/{id}',
  tag: 'leaderboards',
  who: 'user',
  summary: "Get a show's leaderboard: by the setlist so far while live, else by stored points",
  params: showParams,
  query: pageQuery,
  status: 200,
  returns: z.array(showRow),
  dependsOn: ['show:{id}', 'entrants:{id}', 'standings:{id}', 'privacy:{id}'],
});

export const getMyShowRow = endpoint('getMyShowRow', {
  method: 'GET',
  path: '/api/leaderboard/show/{id}/me',
  tag: 'leaderboards',
  who: 'user',
  summary: "Get your row of a show's leaderboard, or 204",
  params: showParams,
  status: 200,
  returns: myShowRow,
  mayBeEmpty: true,
  // Other entrants don't change it: before there are points, all fans share a rank.
  dependsOn: ['show:{id}', 'standings:{id}', 'prediction:{me}', 'username:{me}'],
});

/** `total` is the number of fans with points for the show. */
export const myResult = z
  .object({ showId: z.uuid(), points: z.int(), rank: z.int(), total: z.int() })
  .meta({ id: 'MyResult' });
export type MyResult = z.output<typeof myResult>;

export const listMyResults = endpoint('listMyResults', {
  method: 'GET',
  path: '/api/leaderboard/shows/me',
  tag: 'leaderboards',
  who: 'user',
  summary: 'List your points and rank in each scored show',
  status: 200,
  returns: z.array(myResult),
  dependsOn: ['totals'],
});
