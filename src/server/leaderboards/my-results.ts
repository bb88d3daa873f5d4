import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { findRank, type MyResult } from '#contract/leaderboards.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { predictions } from '../db/schema/predictions.ts';
import { rankCounts } from './board.ts';

type Standing = ReturnType<typeof rankCounts>;

/** A show's standing takes about 10 KB, because few scores are distinct. */
const MAX_STANDINGS = 1_000;

/**
 * Returns a function that lists a fan's results. Counting 200 shows of 10,000 fans takes seconds,
 * so fans share each show's counts until its points change.
 */
export function createMyResults({ db, changeVersions }: Pick<Context, 'db' | 'changeVersions'>) {
  const cache = new LRUCache<string, { version: number; standing: Promise<Standing> }>({
    max: MAX_STANDINGS,
  });

  function findStandings(showIds: readonly string[]): Promise<Standing>[] {
    const versions = new Map(
      showIds.map((id) => [id, changeVersions([{ topic: 'totals', subjectId: id }])]),
    );
    const staleIds = showIds.filter((id) => cache.get(id)?.version !== versions.get(id));
    const counts = staleIds.length > 0 ? countScores(db, staleIds) : undefined;
    for (const id of staleIds) {
      const standing = Promise.resolve(counts).then((all) => rankCounts(all?.get(id) ?? []));
      const entry = { version: versions.get(id) ?? 0, standing };
      cache.set(id, entry);
      standing.catch(() => {
        if (cache.peek(id) === entry) cache.delete(id);
      });
    }
    return showIds.map((id) => cache.get(id)?.standing ?? Promise.resolve(rankCounts([])));
  }

  return async (userId: string): Promise<MyResult[]> => {
    const scores = await findScores(db, userId);
    const standings = await Promise.all(findStandings(scores.map(({ showId }) => showId)));
    return scores.map(({ showId, points }, index) => {
      const { ranks, total } = standings[index] ?? rankCounts([]);
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

/** Returns the number of fans with each score, highest score first. */
async function countScores(db: Db, showIds: string[]) {
  const rows = await db
    .select({
      showId: predictions.showId,
      points: sql<number>`${predictions.points}`,
      fans: sql<number>`count(*)::int`,
    })
    .from(predictions)
    .where(and(inArray(predictions.showId, showIds), isNotNull(predictions.points)))
    .groupBy(predictions.showId, predictions.points)
    .orderBy(desc(predictions.points));
  const counts = new Map<string, [points: number, count: number][]>();
  for (const { showId, points, fans } of rows) {
    const showCounts = counts.get(showId) ?? [];
    showCounts.push([points, fans]);
    counts.set(showId, showCounts);
  }
  return counts;
}
