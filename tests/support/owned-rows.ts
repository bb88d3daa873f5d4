import { sql } from 'drizzle-orm';
import type { Caller, TestApp } from './test-app.ts';

/** Reads a fan's rows of every table that belongs to fans, by table. */
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
