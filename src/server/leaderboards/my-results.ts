import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { findRank, type MyResult } from '#contract/leaderboards.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { predictions } from '../db/schema/predictions.ts';
import { rankCounts } from './board.ts';
import { createStandingsCache, groupCounts } from './standings-cache.ts';

/** Returns a function that lists a fan's results. */
export function createMyResults({ db, changeVersions }: Pick<Context, 'db' | 'changeVersions'>) {
  const findStandings = createStandingsCache((showIds) => countScores(db, showIds));

  return async (userId: string): Promise<MyResult[]> => {
    const scores = await findScores(db, userId);
    const versions = scores.map(
      ({ showId }) => [showId, changeVersions([{ topic: 'totals', subjectId: showId }])] as const,
    );
    const standings = await findStandings(new Map(versions));
    return scores.map(({ showId, points }) => {
      const { ranks, total } = standings.get(showId) ?? rankCounts([]);
      return { showId, points, rank: findRank(points, ranks) ?? total + 1, total };
    });
  };
}

async function findScores(db: Db, userId: string) {
  return db
    .select({ showId: predictions.showId, points: sql<number>`${predictions.points}` })
    .from(predictions)
    .where(and(eq(predictions.userId, userId), isNotNull(predictions.points)))
    .orderBy(asc(predictions.showId));
}

async function countScores(db: Db, showIds: string[]) {
  const rows = await db
    .select({
      key: predictions.showId,
      points: sql<number>`${predictions.points}`,
      fans: sql<number>`count(*)::int`,
    })
    .from(predictions)
    .where(and(inArray(predictions.showId, showIds), isNotNull(predictions.points)))
    .groupBy(predictions.showId, predictions.points)
    .orderBy(desc(predictions.points));
  return groupCounts(rows);
}
