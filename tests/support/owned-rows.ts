import { sql } from 'drizzle-orm';
import { DAY } from '#contract/durations.ts';
import { issueTokens } from '#server/accounts/links/one-time-tokens.ts';
import { leagueBans, leagueNudges } from '#server/db/schema/leagues.ts';
import { moderationNotices } from '#server/db/schema/moderation.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { pointCorrections, voidedPredictions } from '#server/db/schema/predictions.ts';
import type { Caller, TestApp } from './test-app.ts';

export async function readOwnedRows(
  { database: { db } }: TestApp,
  { userId }: Caller,
): Promise<Record<string, unknown[]>> {
  const rowsByTable: Record<string, unknown[]> = {};
  const account = sql`select ${userId}::uuid`;
  const predictions = sql`select id from predictions where user_id in (${account})`;
  const tables = [{ table: 'users', column: 'id', to: 'users' }, ...(await listOwnedTables(db))];
  for (const { table, column, to } of tables) {
    const { rows } = await db.execute(sql`
      select to_jsonb(own) as row from ${sql.identifier(table)} own
      where ${sql.identifier(column)} in (${to === 'users' ? account : predictions})
      order by to_jsonb(own)::text`);
    rowsByTable[table] = rows;
  }
  return rowsByTable;
}

/** Finds every table that references users or predictions, so that new tables are included. */
async function listOwnedTables(db: TestApp['database']['db']) {
  const { rows } = await db.execute<Record<'table' | 'column' | 'to', string>>(sql`
    select conrelid::regclass::text as "table", attname as "column", confrelid::regclass::text as "to"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('public.users'::regclass, 'public.predictions'::regclass)
    order by 1, 2`);
  return rows;
}

export async function insertOwnedRows(
  { database: { db }, clock }: TestApp,
  ids: { userId: string; showId: string; leagueId: string; predictionId: string },
): Promise<void> {
  const { userId, showId, leagueId, predictionId } = ids;
  const createdAt = new Date(clock.now);
  const notification = { userId, showId, channel: 'mail', kind: 'moved' } as const;
  await db.insert(notifications).values({ ...notification, createdAt, sendAfter: createdAt });
  const correction = { predictionId, at: createdAt, what: 'Song 7 corrected', difference: 17 };
  await db.insert(pointCorrections).values(correction);
  const lifetime = { now: clock.now, lifetimeMs: 20 * DAY };
  for (const purpose of ['reset-password', 'verify-email', 'add-passkey'] as const)
    await issueTokens(db, purpose, [userId], lifetime);
  await db.insert(leagueBans).values({ leagueId, userId, bannedAt: createdAt });
  await db.insert(leagueNudges).values({ leagueId, userId, showId, createdAt });
  await db.insert(voidedPredictions).values({ userId, showId, voidedAt: createdAt });
  await db.insert(moderationNotices).values({
    ...{ userId, kind: 'warn', about: 'thread', excerpt: 'Mine' },
    ...{ isHidden: false, createdAt },
  });
}
