import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { FanTour } from '#contract/fans.ts';
import { findRank } from '#contract/leaderboards.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import { rankCounts } from './board.ts';
import { createStandingsCache, groupCounts } from './standings-cache.ts';

type TourScore = Omit<FanTour, 'rank' | 'total'>;

export type RankTours = (tours: readonly TourScore[]) => Promise<FanTour[]>;

/** Returns a function that adds the fan's rank among all fans of each tour. */
export function createTourResults({
  db,
  changeVersions,
}: Pick<Context, 'db' | 'changeVersions'>): RankTours {
  const findStandings = createStandingsCache((tourNames) => countTourScores(db, tourNames));

  async function findVersions(tourNames: string[]): Promise<Map<string, string>> {
    const showsByTour = await findScoredShows(db, tourNames);
    return new Map(
      showsByTour.map(({ tourName, showIds }) => {
        const concerns = showIds.map((subjectId) => ({ topic: 'totals', subjectId }) as const);
        return [tourName, `${changeVersions(concerns)} ${showIds}`];
      }),
    );
  }

  return async (tours) => {
    if (tours.length === 0) return [];
    const standings = await findStandings(await findVersions(tours.map(({ name }) => name)));
    return tours.map((tour) => {
      const { ranks, total } = standings.get(tour.name) ?? rankCounts([]);
      return { ...tour, rank: findRank(tour.points, ranks) ?? total + 1, total };
    });
  };
}

async function findScoredShows(db: Db, tourNames: string[]) {
  return db
    .select({
      tourName: sql<string>`${shows.tourName}`,
      showIds: sql<string[]>`array_agg(${shows.id} order by ${shows.id})`,
    })
    .from(shows)
    .where(and(inArray(shows.tourName, tourNames), isNotNull(shows.scoredAt)))
    .groupBy(shows.tourName);
}

async function countTourScores(db: Db, tourNames: string[]) {
  const tours = await findScoredShows(db, tourNames);
  const totals = db
    .select({
      tourName: sql<string>`${shows.tourName}`.as('tour_name'),
      points: sql<number>`sum(${predictions.points})::int`.as('points'),
    })
    .from(predictions)
    .innerJoin(shows, eq(shows.id, predictions.showId))
    .where(
      and(
        // By show, because a condition on the tour's name would read all predictions.
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
