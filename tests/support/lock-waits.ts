import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#server/db/open.ts';

/** Resolves when at least this many sessions of the database wait for a lock. */
export async function waitForLockWaits(db: Db, sessions = 1): Promise<void> {
  await expect.poll(() => countLockWaits(db), { interval: 5 }).toBeGreaterThanOrEqual(sessions);
}

export async function countLockWaits(db: Db): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.waiting ?? 0;
}
