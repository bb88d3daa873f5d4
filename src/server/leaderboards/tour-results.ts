import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { FanTour } from '#contract/fans.ts';
import { findRank } from '#contract/leaderboards.ts';
import { isTourOver } from '#contract/tours.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import { rankCounts } from './board.ts';
import { createStandingsCache, groupCounts } from './standings-cache.ts';

type TourScore = Omit<FanTour, 'rank' | 'total' | 'isOver'>;

export type RankTours = (tours: readonly TourScore[]) => Promise<FanTour[]>;

/** Returns a function that adds the fan's rank among all fans of each tour. */
export function createTourResults({
  db,
  changeVersions,
}: Pick<Context, 'db' | 'changeVersions'>): RankTours {
  const findStandings = createStandingsCache((tourNames) => countTourScores(db, tourNames));

  function toVersion(showIds: readonly string[]): string {
    const concerns = showIds.map((subjectId) => ({ topic: 'totals', subjectId }) as const);
    return `${changeVersions(concerns)} ${showIds}`;
  }

  return async (tours) => {
    if (tours.length === 0) return [];
    const names = tours.map(({ name }) => name);
    const showsByTour = await findTourShows(db, names);
    const standings = await findStandings(
      new Map(showsByTour.map(({ tourName, showIds }) => [tourName, toVersion(showIds)])),
    );
    const finishedTours = new Set(
      showsByTour.flatMap(({ tourName, statuses }) =>
        isTourOver(statuses.map((status) => ({ status }))) ? [tourName] : [],
      ),
    );
    return tours.map((tour) => {
      const { ranks, total } = standings.get(tour.name) ?? rankCounts([]);
      const rank = findRank(tour.points, ranks) ?? total + 1;
      return { ...tour, rank, total, isOver: finishedTours.has(tour.name) };
    });
  };
}

async function findTourShows(db: Db, tourNames: string[]) {
  return db
    .select({
      tourName: sql<string>`${shows.tourName}`,
      showIds: sql<string[]>`coalesce(
        array_agg(${shows.id} order by ${shows.id}) filter (where ${shows.scoredAt} is not null),
        '{}'
      )`,
      statuses: sql<string[]>`array_agg(${shows.status})`,
    })
    .from(shows)
    .where(inArray(shows.tourName, tourNames))
    .groupBy(shows.tourName);
}

async function countTourScores(db: Db, tourNames: string[]) {
  const tours = await findTourShows(db, tourNames);
  const totals = db
    .select({
      tourName: sql<string>`${shows.tourName}`.as('tour_name'),
      points: sql<number>`sum(${predictions.points})::int`.as('points'),
    })
    .from(predictions)
    .innerJoin(shows, eq(shows.id, predictions.showId))
    .where(
      and(
        // Filters by show, because a condition on the tour's name would read all predictions.
        inArray(
          predictions.showId,
          tours.flatMap(({ showIds }) => showIds),
        ),
        isNotNull(predictions.points),
      ),
    )
    .groupBy(shows.tourName, predictions.userId)
    .as('totals');
  const rows = await db
    .select({ key: totals.tourName, points: totals.points, fans: sql<number>`count(*)::int` })
    .from(totals)
    .groupBy(totals.tourName, totals.points)
    .orderBy(sql`${totals.points} desc`);
  return groupCounts(rows);
}
