import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  listExistingTables,
  quoteIdentifier,
  readLastMigration,
  readMigrations,
} from '../db/migrate.ts';
import { readVersion } from '../project-files.ts';
import {
  type BackupHeader,
  HEADER_BYTES,
  type SavedTable,
  serializeHeader,
} from './backup-file.ts';

export const PARTIAL_SUFFIX = '.part';

/** Tables with credentials. See docs/decisions/0030-back-up-with-copy-into-one-file.md. */
export const EXCLUDED_TABLES = [
  'sessions',
  'one_time_tokens',
  'site_keys',
  'push_subscriptions',
  'api_tokens',
  'calendar_links',
  'webhooks',
  'webhook_deliveries',
] as const;

type BackupMetadata = Partial<Pick<BackupHeader, 'takenAt' | 'reason' | 'brokenInvariants'>>;

/** Writes a consistent snapshot. The file appears complete and synced, or not at all. */
export async function writeBackup(
  url: string,
  path: string,
  metadata: BackupMetadata = {},
): Promise<BackupHeader> {
  const partialPath = `${path}${PARTIAL_SUFFIX}`;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const file = await open(partialPath, 'w', 0o600);
    try {
      const header = await withSnapshot(client, () =>
        writeBody(file, partialPath, client, metadata),
      );
      await file.write(serializeHeader(header), 0, HEADER_BYTES, 0);
      await file.sync();
      await file.close();
      await rename(partialPath, path);
      await syncFolder(dirname(path));
      return header;
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(partialPath, { force: true });
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function withSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(PORTABLE_FORMAT);
  const result = await work();
  await client.query('commit');
  return result;
}

/** Makes every server format values the same way, and disables timeouts. */
export const PORTABLE_FORMAT = `
  set local datestyle = 'ISO'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;`;

async function writeBody(
  file: FileHandle,
  path: string,
  client: pg.Client,
  metadata: BackupMetadata,
): Promise<BackupHeader> {
  // The first query takes the snapshot.
  const { rows: snapshot } = await client.query<{ takenAt: Date; postgresql: string }>(
    `select clock_timestamp() as "takenAt", current_setting('server_version') as postgresql`,
  );
  const lastAppliedAt = await readLastMigration(client);
  const schema = readMigrations().find(({ when }) => when === lastAppliedAt);
  if (!schema)
    throw new Error(
      lastAppliedAt === undefined
        ? 'There is nothing to back up: the database has no tables.'
        : 'A newer version migrated the database. Make the backup with that version.',
    );
  const tableNames = schema.tables.filter((name) => !isExcluded(name));
  const tables: SavedTable[] = [];
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    Readable.from(dumpTables(client, await listExistingTables(client, tableNames), tables), {
      objectMode: false,
    }),
    createGzip(),
    async function* countBytes(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { fd: file.fd, start: HEADER_BYTES, autoClose: false }),
  );
  return {
    version: readVersion(),
    takenAt: metadata.takenAt ?? (snapshot[0]?.takenAt ?? new Date()).toISOString(),
    reason: metadata.reason,
    brokenInvariants: metadata.brokenInvariants ?? [],
    postgresql: snapshot[0]?.postgresql ?? '',
    schema: { tag: schema.tag, when: schema.when },
    tables,
    sequences: await readSequences(client, tableNames),
    body: { bytes, sha256: hash.digest('hex') },
  };
}

const isExcluded = (table: string) => EXCLUDED_TABLES.some((name) => name === table);

async function* dumpTables(client: pg.Client, names: readonly string[], savedTables: SavedTable[]) {
  for (const name of names) {
    const { columns, key } = await describeTable(client, name);
    const columnList = columns.map(quoteIdentifier).join(', ');
    const sortColumns = (key.length > 0 ? key : columns).map(quoteIdentifier).join(', ');
    const copy = client.query(
      copyTo(
        `copy (select ${columnList} from public.${quoteIdentifier(name)} order by ${sortColumns}) to stdout`,
      ),
    );
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    savedTables.push({ name, columns, rows: copy.rowCount, bytes, sha256: hash.digest('hex') });
  }
}

async function describeTable(
  client: pg.Client,
  table: string,
): Promise<{ columns: string[]; key: string[] }> {
  const { rows } = await client.query<{ name: string; isKey: boolean }>(
    `select attname::text as name, coalesce(attnum = any(indkey), false) as "isKey"
     from pg_attribute left join pg_index on indrelid = attrelid and indisprimary
     where attrelid = format('public.%I', $1::text)::regclass
       and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [table],
  );
  return {
    columns: rows.map(({ name }) => name),
    key: rows.filter(({ isKey }) => isKey).map(({ name }) => name),
  };
}

async function readSequences(
  client: pg.Client,
  tables: readonly string[],
): Promise<BackupHeader['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; last: number | null }>(
    `select table_name::text as "table", column_name::text as "column",
       pg_sequence_last_value(
         pg_get_serial_sequence(format('public.%I', table_name), column_name)::regclass
       )::float8 as "last"
     from information_schema.columns
     where table_schema = 'public' and table_name = any($1)
       and pg_get_serial_sequence(format('public.%I', table_name), column_name) is not null
     order by 1, 2`,
    [tables],
  );
  return rows.flatMap(({ last, ...sequence }) => (last === null ? [] : [{ ...sequence, last }]));
}

/** A rename is durable once its folder is synced, which Windows doesn't support. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
