import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { globalRow, pageQuery } from './leaderboards.ts';
import { SHOW_LENGTHS } from './shows.ts';

/** What a board ranks by. */
export const BOARD_ORDERS = ['total', 'average', 'nights'] as const;
export type BoardOrder = (typeof BOARD_ORDERS)[number];

/** Only fans with at least a third of the shows are ranked by average. */
export function minGamesForAverage(showCount: number): number {
  return Math.ceil(showCount / 3);
}

/** `nightsWon` counts the shows with the most points of all fans. */
export const tourRow = globalRow.extend({ nightsWon: z.int() }).meta({ id: 'TourRow' });
export type TourRow = z.output<typeof tourRow>;

const FOUR_DIGITS = /^\d{4}$/;
const boardQuery = z.object({
  tour: z.string().max(SHOW_LENGTHS.tourName).optional(),
  year: z
    .string()
    .regex(FOUR_DIGITS, 'Year must have four digits')
    .transform(Number)
    .pipe(z.int())
    .optional(),
  by: z.enum(BOARD_ORDERS, `Choose ${BOARD_ORDERS.join(', ')}`).default('total'),
});
const ONE_PERIOD = 'Choose a tour or a year, not both';
const hasOnePeriod = ({ tour, year }: { tour?: unknown; year?: unknown }) =>
  tour === undefined || year === undefined;

/** Scored shows of a tour, of a year at their venues, or all. */
export type BoardPeriod = { tour: string } | { year: number } | 'all';

export const listTours = endpoint('listTours', {
  method: 'GET',
  path: '/api/leaderboard/tours',
  tag: 'leaderboards',
  who: 'user',
  summary: 'List the tours and years with scored shows, latest first',
  status: 200,
  returns: z.object({
    tours: z.array(z.object({ name: z.string(), showCount: z.int() })),
    years: z.array(z.object({ year: z.int(), showCount: z.int() })),
  }),
  dependsOn: ['show', 'totals'],
});

export const getTourLeaderboard = endpoint('getTourLeaderboard', {
  method: 'GET',
  path: '/api/leaderboard/tours/board',
  tag: 'leaderboards',
  who: 'user',
  summary:
    "Rank fans by total, average or nights won in a tour's, a year's or all scored shows; X-Total-Count has the total",
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
  summary: 'Get your row of the leaderboard of a tour, a year or all shows, or 204',
  query: boardQuery.refine(hasOnePeriod, ONE_PERIOD),
  status: 200,
  returns: tourRow,
  mayBeEmpty: true,
  dependsOn: ['show', 'totals', 'username:{me}'],
});

export interface BoardChoice {
  period: { tour?: string; year?: string };
  by: BoardOrder;
}

/**
 * Reads the query of the Global Leaderboard's page. Invalid values count as absent. Doesn't use the
 * schemas, because every page loads this.
 */
export function readBoardChoice(getParam: (name: string) => string | null): BoardChoice {
  const [tour, year, order] = [getParam('tour'), getParam('year'), getParam('by')];
  const by = BOARD_ORDERS.find((one) => one === order) ?? 'total';
  if (tour !== null && tour.length <= SHOW_LENGTHS.tourName) return { period: { tour }, by };
  return { period: year !== null && FOUR_DIGITS.test(year) ? { year } : {}, by };
}

/** Whether it is the board of all shows by total points, which has its own endpoint. */
export function isGlobalBoard({ period, by }: BoardChoice): boolean {
  return by === 'total' && Object.keys(period).length === 0;
}
