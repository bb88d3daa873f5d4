import { type Column, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { BlockedFan } from '#contract/blocks.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { blocks } from '../db/schema/blocks.ts';
import type { Viewer } from '../http/viewer.ts';

export async function findBlocks(db: DbOrTx, userId: string): Promise<BlockedFan[]> {
  const rows = await db
    .select({ userId: users.id, username: users.username, blockedAt: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(eq(blocks.userId, userId))
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId));
  return rows.map((row) => ({ ...row, blockedAt: row.blockedAt.toISOString() }));
}

/** Part of cache keys: the fingerprint changes with the blocks that hide authors. */
export type BlockFilter = { viewerId: string; fingerprint: string };

/** Returns undefined for administrators, and if no block involves an author (`isAuthor`). */
export async function findBlockFilter(
  db: DbOrTx,
  { userId: viewerId, isAdmin }: Pick<Viewer, 'userId' | 'isAdmin'>,
  isAuthor: (fan: SQL) => SQL | undefined,
): Promise<BlockFilter | undefined> {
  if (isAdmin) return undefined;
  const { rows } = await db.execute<{ fingerprint: string | null }>(sql`
    select md5(string_agg(fan_id::text, ' ' order by fan_id)) as fingerprint
    from (
      select blocked_id as fan_id from blocks where user_id = ${viewerId}
      union select user_id from blocks where blocked_id = ${viewerId}
    ) fans
    where ${isAuthor(sql`fan_id`)}`);
  const fingerprint = rows[0]?.fingerprint;
  return fingerprint ? { viewerId, fingerprint } : undefined;
}

/** `fans` is a subquery of user IDs. Includes blocks in both directions. */
export async function findFansInBlockWith(
  db: DbOrTx,
  fans: SQLWrapper,
): Promise<ReadonlySet<string>> {
  const rows = await union(
    db.select({ id: blocks.userId }).from(blocks).where(inArray(blocks.blockedId, fans)),
    db.select({ id: blocks.blockedId }).from(blocks).where(inArray(blocks.userId, fans)),
  );
  return new Set(rows.map(({ id }) => id));
}

export function isUnblocked(
  fan: Column | SQL,
  filter: Pick<BlockFilter, 'viewerId'> | undefined,
): SQL | undefined {
  return filter && areUnblocked(fan, sql`${filter.viewerId}`);
}

export function areUnblocked(fan: Column | SQL, otherFan: Column | SQL): SQL {
  return sql`not exists (
    select from blocks
    where (blocks.user_id, blocks.blocked_id) in ((${fan}, ${otherFan}), (${otherFan}, ${fan}))
  )`;
}
