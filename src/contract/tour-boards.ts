import { z } from 'zod';
import { endpoint, id } from './endpoint.ts';
import { globalRow, pageQuery } from './leaderboards.ts';
import { SHOW_LENGTHS } from './shows.ts';

export const BOARD_ORDERS = ['total', 'average', 'nights'] as const;
export type BoardOrder = (typeof BOARD_ORDERS)[number];

/** Fans who predicted fewer than a third of the shows aren't ranked by average. */
export function minGamesForAverage(showCount: number): number {
  return Math.ceil(showCount / 3);
}

/** `nightsWon` counts the shows with the most points of all fans. */
export const tourRow = globalRow.extend({ nightsWon: z.int() }).meta({ id: 'TourRow' });
export type TourRow = z.output<typeof tourRow>;

const FOUR_DIGITS = /^\d{4}$/;
const SHOW_ID = /^[\da-f-]{36}$/;
const boardQuery = z.object({
  tour: z.string().max(SHOW_LENGTHS.tourName).optional(),
  year: z
    .string()
    .regex(FOUR_DIGITS, 'Year must have four digits')
    .transform(Number)
    .pipe(z.int())
    .optional(),
  run: id('Unknown run').optional(),
  by: z.enum(BOARD_ORDERS, `Choose ${BOARD_ORDERS.join(', ')}`).default('total'),
});
const ONE_PERIOD = 'Choose one tour, year or run';
const hasOnePeriod = ({ tour, year, run }: { tour?: unknown; year?: unknown; run?: unknown }) =>
  [tour, year, run].filter((period) => period !== undefined).length <= 1;

/** A tour, a year (in the venue's time zone), a run (by any of its shows), or all shows. */
export type BoardPeriod = { tour: string } | { year: number } | { run: string } | 'all';

/** Earlier runs aren't listed, but their links still work. */
export const MAX_LISTED_RUNS = 12;

export const listTours = endpoint('listTours', {
  method: 'GET',
  path: '/api/leaderboard/tours',
  tag: 'leaderboards',
  who: 'user',
  summary: 'List the tours, the years and the latest runs with scored shows, latest first',
  status: 200,
  returns: z.object({
    tours: z.array(z.object({ name: z.string(), showCount: z.int(), isOver: z.boolean() })),
    years: z.array(z.object({ year: z.int(), showCount: z.int() })),
    /** Consecutive nights at a venue, as days like '2026-11-27'. The ID is the first show's. */
    runs: z
      .array(
        z.object({
          id: z.uuid(),
          venue: z.string(),
          city: z.string(),
          firstDay: z.iso.date(),
          lastDay: z.iso.date(),
          showCount: z.int(),
          showIds: z.array(z.uuid()),
        }),
      )
      .max(MAX_LISTED_RUNS),
  }),
  dependsOn: ['show', 'totals'],
});

export const getTourLeaderboard = endpoint('getTourLeaderboard', {
  method: 'GET',
  path: '/api/leaderboard/tours/board',
  tag: 'leaderboards',
  who: 'user',
  summary:
    "Rank fans by total, average or nights won in a tour's, a year's, a run's or all scored shows; X-Total-Count has the total",
  query: pageQuery.extend(boardQuery.shape).refine(hasOnePeriod, ONE_PERIOD),
  status: 200,
  returns: z.array(tourRow),
  dependsOn: ['show', 'totals', 'username'],
});

export const getMyTourRow = endpoint('getMyTourRow', {
  method: 'GET',
  path: '/api/leaderboard/tours/board/me',
  tag: 'leaderboards',
  who: 'user',
  summary: 'Get your row of the leaderboard of a tour, a year, a run or all shows, or 204',
  query: boardQuery.refine(hasOnePeriod, ONE_PERIOD),
  status: 200,
  returns: tourRow,
  mayBeEmpty: true,
  dependsOn: ['show', 'totals', 'username:{me}'],
});

export interface BoardChoice {
  period: { tour?: string; year?: string; run?: string };
  by: BoardOrder;
}

/** Ignores invalid values. Doesn't use the schemas, because every page loads this. */
export function readBoardChoice(getParam: (name: string) => string | null): BoardChoice {
  const [tour, year, run] = [getParam('tour'), getParam('year'), getParam('run')];
  const order = getParam('by');
  const by = BOARD_ORDERS.find((candidate) => candidate === order) ?? 'total';
  if (tour !== null && tour.length <= SHOW_LENGTHS.tourName) return { period: { tour }, by };
  if (year !== null && FOUR_DIGITS.test(year)) return { period: { year }, by };
  return { period: run !== null && SHOW_ID.test(run) ? { run } : {}, by };
}

/** Whether it is the board of all shows by total points, which has its own endpoint. */
export function isGlobalBoard({ period, by }: BoardChoice): boolean {
  return by === 'total' && Object.keys(period).length === 0;
}
