import { eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { numberOf } from '../db/read-by-user.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { pointsOfAll, readShowPicks } from '../scoring/show-picks.ts';
import { ACCOUNT_INVARIANT_QUERIES } from './account-queries.ts';
import { INVARIANT_QUERIES } from './queries.ts';

interface CheckedInvariant {
  name: string;
  rows: readonly unknown[];
}

const MAX_ROWS = 20;

/** Reads one snapshot, so it can run while the server writes. */
export async function checkInvariants(db: Db): Promise<CheckedInvariant[]> {
  return db.transaction(checkInvariantsIn, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

export async function checkInvariantsIn(tx: Tx): Promise<CheckedInvariant[]> {
  const checked: CheckedInvariant[] = [];
  const queries = { ...INVARIANT_QUERIES, ...ACCOUNT_INVARIANT_QUERIES };
  for (const [name, query] of Object.entries(queries))
    checked.push({ name, rows: (await tx.execute(sql`${query} limit ${MAX_ROWS}`)).rows });
  const wrongPoints = (await findWrongPoints(tx)).slice(0, MAX_ROWS);
  const name = 'stored points are the rules applied to the stored picks and setlist';
  return [...checked, { name, rows: wrongPoints }];
}

interface WrongPoints {
  predictionId: string;
  showId: string;
  stored: number | null;
  expected: number | undefined;
}

async function findWrongPoints(tx: Tx): Promise<WrongPoints[]> {
  const wrong: WrongPoints[] = [];
  const scored = await tx.select({ id: shows.id }).from(shows).where(isNotNull(shows.scoredAt));
  for (const { id: showId } of scored) {
    const ofShow = eq(liveSetlistSongs.showId, showId);
    const setlist = await tx.select().from(liveSetlistSongs).where(ofShow);
    const picks = await readShowPicks(tx, showId);
    const points = await pointsOfAll(picks, setlist);
    const storedRows = await tx
      .select({ id: predictions.id, userId: predictions.userId, points: predictions.points })
      .from(predictions)
      .where(eq(predictions.showId, showId));
    for (const { id, userId, points: storedPoints } of storedRows) {
      const expected = points[numberOf(picks, userId) ?? -1];
      if (storedPoints !== expected)
        wrong.push({ predictionId: id, showId, stored: storedPoints, expected });
    }
  }
  return wrong;
}
