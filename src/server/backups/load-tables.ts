import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoted, tablesThere } from '../db/migrate.ts';
import { BackupError, type BackupHead, bodyOf, broken, type SavedTable } from './backup-file.ts';
import { dropIndexes } from './drop-indexes.ts';

export async function loadTables(
  client: pg.Client,
  path: string,
  head: BackupHead,
  tables: readonly string[],
): Promise<void> {
  // Also tables outside the backup, which may reference one in it.
  const restoreIndexes = await dropIndexes(client, await tablesThere(client, tables));
  const packed = bodyOf(path);
  const unpacked = createGunzip();
  // The iterator gets the errors. One after its last read would be unhandled.
  unpacked.on('error', () => undefined);
  packed.on('error', (error) => unpacked.destroy(error));
  const body = new Chunks(packed.pipe(unpacked));
  try {
    for (const table of head.tables) await loadTable(client, path, table, body);
    if (!(await body.isOver())) throw broken(path, 'it has more rows than its head says');
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
  await restoreIndexes();
  for (const { table, column, last } of head.sequences)
    await client.query(`select setval(pg_get_serial_sequence($1, $2), $3)`, [
      `public.${quoted(table)}`,
      column,
      last,
    ]);
}

/** Turns PostgreSQL and gzip errors into a `BackupError`: a crafted file can pass the checksums. */
export async function toFileError(path: string, load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const code = String(error instanceof Error && 'code' in error ? error.code : '');
    if (/^Z_/.test(code)) throw broken(path, 'its rows cannot be unpacked');
    // Data, integrity and syntax errors (PostgreSQL manual, appendix A).
    if (/^(22|23|42|55000)/.test(code) && error instanceof Error)
      throw broken(path, `PostgreSQL rejects its rows (${error.message})`);
    throw error;
  }
}

async function loadTable(
  client: pg.Client,
  path: string,
  { name, columns, rows, bytes, sha256 }: SavedTable,
  body: Chunks,
): Promise<void> {
  const list = columns.map(quoted).join(', ');
  const hash = createHash('sha256');
  const copy = client.query(copyFrom(`copy public.${quoted(name)} (${list}) from stdin`));
  await pipeline(
    Readable.from(body.take(bytes), { objectMode: false }),
    async function* hashed(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    copy,
  );
  if (hash.digest('hex') !== sha256 || copy.rowCount !== rows)
    throw broken(path, `its rows of ${name} are not what was saved`);
}

class Chunks {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *take(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0; ) {
      if (this.#rest.length === 0 && !(await this.#fill())) return;
      const chunk = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(chunk.length);
      missing -= chunk.length;
      yield chunk;
    }
  }

  async isOver(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#fill());
  }

  async #fill(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done) return false;
    this.#rest = value;
    return true;
  }
}
