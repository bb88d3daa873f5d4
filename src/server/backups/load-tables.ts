import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { listExistingTables, quoteIdentifier } from '../db/migrate.ts';
import {
  BackupError,
  type BackupHeader,
  createDamagedError,
  type SavedTable,
} from './backup-file.ts';
import { dropIndexes } from './drop-indexes.ts';
import { type BodyReader, openBody } from './read-body.ts';

/** `onProgress` receives the loaded fraction of the rows, from 0 to 1. */
export async function loadTables(
  client: pg.Client,
  {
    path,
    header,
    onProgress,
  }: { path: string; header: BackupHeader; onProgress: (fraction: number) => void },
  tables: readonly string[],
): Promise<void> {
  // Includes tables outside the backup, because they may reference a table in it.
  const restoreIndexes = await dropIndexes(client, await listExistingTables(client, tables));
  const body = openBody(path);
  const totalBytes = header.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let loadedBytes = 0;
  const onBytes = (bytes: number) => {
    loadedBytes += bytes;
    onProgress(loadedBytes / totalBytes);
  };
  try {
    for (const table of header.tables) await loadTable(client, { path, table, body, onBytes });
    await body.assertAtEnd();
  } finally {
    body.close();
  }
  await restoreIndexes();
  for (const { table, column, last } of header.sequences)
    await client.query(`select setval(pg_get_serial_sequence($1, $2), $3)`, [
      `public.${quoteIdentifier(table)}`,
      column,
      last,
    ]);
}

/** Turns PostgreSQL and gzip errors into a `BackupError`: a crafted file can pass the checksums. */
export async function wrapFileErrors(path: string, load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const code = String(error instanceof Error && 'code' in error ? error.code : '');
    if (/^Z_/.test(code)) throw createDamagedError(path, 'its rows can’t be decompressed');
    // Data, integrity and syntax errors (PostgreSQL manual, appendix A).
    if (/^(22|23|42|55000)/.test(code) && error instanceof Error)
      throw createDamagedError(path, `PostgreSQL rejects its rows (${error.message})`);
    throw error;
  }
}

async function loadTable(
  client: pg.Client,
  file: { path: string; table: SavedTable; body: BodyReader; onBytes: (bytes: number) => void },
): Promise<void> {
  const { name, columns, rows, bytes, sha256 } = file.table;
  const columnList = columns.map(quoteIdentifier).join(', ');
  const hash = createHash('sha256');
  const copy = client.query(
    copyFrom(`copy public.${quoteIdentifier(name)} (${columnList}) from stdin`),
  );
  await pipeline(
    Readable.from(file.body.take(bytes), { objectMode: false }),
    async function* updateHash(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        file.onBytes(chunk.length);
        yield chunk;
      }
    },
    copy,
  );
  if (hash.digest('hex') !== sha256 || copy.rowCount !== rows)
    throw createDamagedError(file.path, `its rows of ${name} don’t match their checksum`);
}
