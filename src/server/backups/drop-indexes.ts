import type pg from 'pg';
import { quoteIdentifier } from '../db/migrate.ts';

/** Drops keys and indexes, which slow a bulk load. Returns a function that recreates them. */
export async function dropIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const qualifiedNames = [tables.map((table) => `public.${quoteIdentifier(table)}`)];
  // Foreign keys last, because they depend on the others.
  const { rows: keys } = await client.query<{ table: string; name: string; rule: string }>(
    `select conrelid::regclass::text as "table", conname::text as name,
       pg_get_constraintdef(oid) as rule
     from pg_constraint
     where contype in ('p', 'u', 'f') and conrelid = any($1::text[]::regclass[]::oid[])
     order by contype = 'f', 1, 2`,
    qualifiedNames,
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index
     where indrelid = any($1::text[]::regclass[]::oid[])
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
     order by 1`,
    qualifiedNames,
  );
  for (const { table, name } of keys.toReversed())
    await client.query(`alter table ${table} drop constraint ${quoteIdentifier(name)}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async () => {
    await client.query(`set local maintenance_work_mem = '128MB'`);
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, rule } of keys)
      await client.query(`alter table ${table} add constraint ${quoteIdentifier(name)} ${rule}`);
  };
}
