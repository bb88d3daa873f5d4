import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { findRank, type MyResult } from '#contract/leaderboards.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { predictions } from '../db/schema/predictions.ts';
import { rankCounts } from './board.ts';
import { createStandingsCache, groupCounts, type Standing } from './standings-cache.ts';

export type FindShowStandings = (showIds: readonly string[]) => Promise<Map<string, Standing>>;

export function createShowStandings({
  db,
  changeVersions,
}: Pick<Context, 'db' | 'changeVersions'>): FindShowStandings {
  const findStandings = createStandingsCache((showIds) => countScores(db, showIds));
  return (showIds: readonly string[]) => {
    const versions = showIds.map(
      (subjectId) => [subjectId, changeVersions([{ topic: 'totals', subjectId }])] as const,
    );
    return findStandings(new Map(versions));
  };
}

export function createMyResults(db: Db, findStandings: FindShowStandings) {
  return async (userId: string): Promise<MyResult[]> => {
    const scores = await findScores(db, userId);
    const standings = await findStandings(scores.map(({ showId }) => showId));
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
