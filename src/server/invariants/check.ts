import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';
import { ACCOUNT_INVARIANT_QUERIES } from './account-queries.ts';
import { INVARIANT_QUERIES } from './queries.ts';
import { findWrongPoints } from './stored-points.ts';

export interface CheckedInvariant {
  name: string;
  /** What breaks it: empty where it holds; at most so many rows that one can read them. */
  rows: readonly unknown[];
}

const MOST_ROWS = 20;

/** Checks all that must hold of the stored data, on one snapshot; a server may be writing meanwhile. */
export async function checkInvariants(db: Db): Promise<CheckedInvariant[]> {
  return db.transaction(checkInvariantsIn, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

/** The same as a transaction sees it. */
export async function checkInvariantsIn(tx: Tx): Promise<CheckedInvariant[]> {
  const checked: CheckedInvariant[] = [];
  const queries = { ...INVARIANT_QUERIES, ...ACCOUNT_INVARIANT_QUERIES };
  for (const [name, query] of Object.entries(queries))
    checked.push({ name, rows: (await tx.execute(sql`${query} limit ${MOST_ROWS}`)).rows });
  const wrongPoints = (await findWrongPoints(tx)).slice(0, MOST_ROWS);
  const name = 'stored points are the rules applied to the stored picks and setlist';
  return [...checked, { name, rows: wrongPoints }];
}
