import { eq, isNotNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Db } from '../db/open.ts';
import { findUserIndex } from '../db/read-by-user.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { calculatePoints, readShowPicks } from '../scoring/show-picks.ts';
import { ACCOUNT_INVARIANT_QUERIES } from './account-queries.ts';
import { INVARIANT_QUERIES } from './queries.ts';

interface CheckedInvariant {
  name: string;
  rows: readonly unknown[];
}

const MAX_ROWS = 20;

/** Reads one snapshot, so it can run while the server writes. */
export async function checkInvariants(db: Db | NodePgDatabase): Promise<CheckedInvariant[]> {
  return db.transaction(runInvariantChecks, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

export async function runInvariantChecks(tx: Tx): Promise<CheckedInvariant[]> {
  const results: CheckedInvariant[] = [];
  const queries = { ...INVARIANT_QUERIES, ...ACCOUNT_INVARIANT_QUERIES };
  for (const [name, query] of Object.entries(queries))
    results.push({ name, rows: (await tx.execute(sql`${query} limit ${MAX_ROWS}`)).rows });
  const wrongPoints = (await findWrongPoints(tx)).slice(0, MAX_ROWS);
  const name = 'stored points match the stored picks and setlist';
  return [...results, { name, rows: wrongPoints }];
}

interface WrongPoints {
  predictionId: string;
  showId: string;
  stored: number | null;
  expected: number | undefined;
}

async function findWrongPoints(tx: Tx): Promise<WrongPoints[]> {
  const wrongPoints: WrongPoints[] = [];
  const scoredShows = await tx
    .select({ id: shows.id })
    .from(shows)
    .where(isNotNull(shows.scoredAt));
  for (const { id: showId } of scoredShows) {
    const isInShow = eq(liveSetlistSongs.showId, showId);
    const setlist = await tx.select().from(liveSetlistSongs).where(isInShow);
    const picks = await readShowPicks(tx, showId);
    const points = await calculatePoints(picks, setlist);
    const storedRows = await tx
      .select({ id: predictions.id, userId: predictions.userId, points: predictions.points })
      .from(predictions)
      .where(eq(predictions.showId, showId));
    for (const { id, userId, points: storedPoints } of storedRows) {
      const expected = points[findUserIndex(picks, userId) ?? -1];
      if (storedPoints !== expected)
        wrongPoints.push({ predictionId: id, showId, stored: storedPoints, expected });
    }
  }
  return wrongPoints;
}
