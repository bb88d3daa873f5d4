import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { listExistingTables, quoteIdentifier } from '../db/migrate.ts';
import {
  BackupError,
  type BackupHeader,
  createBodyStream,
  createDamagedError,
  type SavedTable,
} from './backup-file.ts';
import { dropIndexes } from './drop-indexes.ts';

export async function loadTables(
  client: pg.Client,
  path: string,
  header: BackupHeader,
  tables: readonly string[],
): Promise<void> {
  // Includes tables outside the backup, because they may reference a table in it.
  const restoreIndexes = await dropIndexes(client, await listExistingTables(client, tables));
  const compressed = createBodyStream(path);
  const decompressed = createGunzip();
  // The iterator throws errors, but one after its last read would be unhandled without this
  // listener.
  decompressed.on('error', () => undefined);
  compressed.on('error', (error) => decompressed.destroy(error));
  const body = new Chunks(compressed.pipe(decompressed));
  try {
    for (const table of header.tables) await loadTable(client, path, table, body);
    if (!(await body.isAtEnd()))
      throw createDamagedError(path, 'it has more rows than its header lists');
  } finally {
    compressed.destroy();
    decompressed.destroy();
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
  path: string,
  { name, columns, rows, bytes, sha256 }: SavedTable,
  body: Chunks,
): Promise<void> {
  const columnList = columns.map(quoteIdentifier).join(', ');
  const hash = createHash('sha256');
  const copy = client.query(
    copyFrom(`copy public.${quoteIdentifier(name)} (${columnList}) from stdin`),
  );
  await pipeline(
    Readable.from(body.take(bytes), { objectMode: false }),
    async function* updateHash(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    copy,
  );
  if (hash.digest('hex') !== sha256 || copy.rowCount !== rows)
    throw createDamagedError(path, `its rows of ${name} don’t match their checksum`);
}

class Chunks {
  readonly #source: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *take(bytes: number): AsyncGenerator<Buffer> {
    for (let remainingBytes = bytes; remainingBytes > 0; ) {
      if (this.#buffer.length === 0 && !(await this.#fill())) return;
      const chunk = this.#buffer.subarray(0, remainingBytes);
      this.#buffer = this.#buffer.subarray(chunk.length);
      remainingBytes -= chunk.length;
      yield chunk;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#buffer.length === 0 && !(await this.#fill());
  }

  async #fill(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done) return false;
    this.#buffer = value;
    return true;
  }
}
