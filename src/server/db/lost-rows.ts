import pg from 'pg';
import { quoteIdentifier } from './migrate.ts';

/**
 * Rejects if a table's file was truncated, as by an interrupted copy. PostgreSQL reads such a table
 * without an error, but its indexes still point to the lost rows. Follows both ends of each primary
 * key to their rows, or the whole key if the file's size is suspicious.
 */
export async function assertNoLostRows(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // An index-only scan would not read the rows.
    await client.query(`set statement_timeout = 0; set enable_seqscan = off;
      set enable_bitmapscan = off; set enable_indexonlyscan = off; set enable_sort = off`);
    for (const table of await listKeyedTables(client)) await followKey(client, table);
  } finally {
    await client.end();
  }
}

const CONNECT_TIMEOUT_MS = 4_000;

interface KeyedTable {
  name: string;
  key: string[];
  isSuspicious: boolean;
}

async function listKeyedTables(client: pg.Client): Promise<KeyedTable[]> {
  const { rows } = await client.query<KeyedTable>(
    `select relname::text as name, array_agg(attname::text order by place) as key,
       pg_relation_size(pg_class.oid) % current_setting('block_size')::int <> 0
         or pg_relation_size(pg_class.oid) < relpages::bigint * current_setting('block_size')::int
         as "isSuspicious"
     from pg_class
     join pg_index on indrelid = pg_class.oid and indisprimary
     cross join unnest(indkey::int[]) with ordinality as parts (number, place)
     join pg_attribute on attrelid = pg_class.oid and attnum = number
     where relnamespace = 'public'::regnamespace and relkind = 'r'
     group by pg_class.oid order by relname`,
  );
  return rows;
}

async function followKey(
  client: pg.Client,
  { name, key, isSuspicious }: KeyedTable,
): Promise<void> {
  const endQueries = ['asc', 'desc'].map(
    (direction) =>
      `(select ctid from public.${quoteIdentifier(name)}
        order by ${key.map((column) => `${quoteIdentifier(column)} ${direction}`).join(', ')}
        ${isSuspicious ? '' : 'limit 1'})`,
  );
  try {
    await client.query(`select count(*) from (${endQueries.join(' union all ')}) rows`);
  } catch (error) {
    if (!isMissingBlock(error)) throw error;
    throw new Error(
      `The table ${name} has lost rows: its file is truncated or damaged. The server did not start. Restore the newest good backup into an empty DATA_DIR: see docs/operator/back-up.md. PostgreSQL reports: ${error.message}.`,
    );
  }
}

/** Matches the SQLSTATEs of data_corrupted, index_corrupted and io_error. */
function isMissingBlock(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(XX00[012]|58030)$/.test(`${error.code}`);
}
