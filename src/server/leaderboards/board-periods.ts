import { desc, sql } from 'drizzle-orm';
import type { ResponseOf } from '#contract/endpoint.ts';
import { findRuns } from '#contract/runs.ts';
import { UNPLAYED_STATUSES } from '#contract/shows.ts';
import { type BoardPeriod, type listTours, MAX_LISTED_RUNS } from '#contract/tour-boards.ts';
import { isTourOver } from '#contract/tours.ts';
import type { Db } from '../db/open.ts';
import { shows } from '../db/schema/shows.ts';

export type BoardShow = Awaited<ReturnType<typeof findBoardShows>>[number];

/** Returns all shows, latest first. `day` is the date at the venue. */
export function findBoardShows(db: Db) {
  return db
    .select({
      id: shows.id,
      tourName: shows.tourName,
      venue: shows.venue,
      city: shows.city,
      day: sql<string>`to_char(${shows.date} at time zone ${shows.timeZone}, 'YYYY-MM-DD')`,
      status: shows.status,
      isScored: sql<boolean>`${shows.scoredAt} is not null`,
    })
    .from(shows)
    .orderBy(desc(shows.date), desc(shows.id));
}

/** Returns the IDs of the period's shows with points. A postponed or cancelled show has none. */
export function selectScoredShows(allShows: readonly BoardShow[], period: BoardPeriod): string[] {
  return selectShows(allShows, period)
    .filter(({ isScored }) => isScored)
    .map(({ id }) => id);
}

function selectShows(allShows: readonly BoardShow[], period: BoardPeriod): readonly BoardShow[] {
  if (period === 'all') return allShows;
  if ('tour' in period) return allShows.filter(({ tourName }) => tourName === period.tour);
  if ('year' in period) return allShows.filter(({ day }) => parseYear(day) === period.year);
  const isRequestedRun = (run: readonly BoardShow[]) => run.some(({ id }) => id === period.run);
  return findPlayedRuns(allShows).find(isRequestedRun) ?? [];
}

/** Lists the periods with points, latest first. */
export function listPeriods(allShows: readonly BoardShow[]): ResponseOf<typeof listTours> {
  const scoredShows = allShows.filter(({ isScored }) => isScored);
  const isOver = (name: string) => isTourOver(allShows.filter(({ tourName }) => tourName === name));
  return {
    tours: countBy(scoredShows.map(({ tourName }) => tourName)).map(([name, showCount]) => ({
      ...{ name, showCount },
      isOver: isOver(name),
    })),
    years: countBy(scoredShows.map(({ day }) => parseYear(day)))
      .map(([year, showCount]) => ({ year, showCount }))
      .sort((a, b) => b.year - a.year),
    runs: findPlayedRuns(allShows)
      .filter((run) => run.some(({ isScored }) => isScored))
      .slice(0, MAX_LISTED_RUNS)
      .map(toListedRun),
  };
}

function toListedRun(run: readonly BoardShow[]) {
  const [first, last] = [run[0], run.at(-1)];
  return {
    id: first?.id ?? '',
    venue: first?.venue ?? '',
    city: first?.city ?? '',
    firstDay: first?.day ?? '',
    lastDay: last?.day ?? '',
    showCount: run.filter(({ isScored }) => isScored).length,
    showIds: run.map(({ id }) => id),
  };
}

/** Keeps upcoming nights in their run, so that the run's id doesn't change. */
function findPlayedRuns(allShows: readonly BoardShow[]): BoardShow[][] {
  const isUnplayed = ({ status }: BoardShow) =>
    UNPLAYED_STATUSES.some((unplayed) => unplayed === status);
  return findRuns(allShows.filter((show) => !isUnplayed(show)));
}

function parseYear(day: string): number {
  return Number(day.slice(0, 4));
}

function countBy<Key>(keys: readonly (Key | null)[]): [Key, number][] {
  const counts = new Map<Key, number>();
  for (const key of keys) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts];
}
