import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { recordChange } from '../audit/record-change.ts';
import { isConflict } from '../db/failures.ts';
import {
  applyMigrations,
  hasAnyRow,
  quoted,
  readMigrations,
  tablesThere,
  withSchemaLock,
} from '../db/migrate.ts';
import type { Tx } from '../db/open.ts';
import { users } from '../db/schema.ts';
import { checkInvariantsIn } from '../invariants/check.ts';
import {
  BackupError,
  type BackupHead,
  bodyOf,
  broken,
  checkBackup,
  type SavedTable,
} from './backup-file.ts';
import { keepWhatGoesOn } from './keep-what-goes-on.ts';
import { layBare } from './lay-bare.ts';
import { AS_TEXT, LEFT_OUT } from './write-backup.ts';

export interface RestoreOptions {
  saveFirst?: () => Promise<unknown>;
  /** Who restores it, for the record; it names them where what was restored knows them. */
  actorId?: string | null;
}

export interface Restored {
  head: BackupHead;
  /** Names of the invariants that what was restored does not keep: it did not when it was saved. */
  brokenInvariants: string[];
}

/**
 * Puts what a backup holds into the database of a URL, all of it or nothing, at the newest schema.
 * One that has rows is refused with a sentence, unless `saveFirst` is given: it is called while nobody
 * can write any more, and then all that is there is replaced under the eyes of a running server.
 */
export async function restoreBackup(
  url: string,
  path: string,
  { saveFirst, actorId = null }: RestoreOptions = {},
): Promise<Restored> {
  const known = readMigrations();
  const head = await checkBackup(path);
  const at = known.findIndex(({ when }) => when === head.schema.when);
  if (at < 0)
    throw new BackupError(
      `The backup ${basename(path)} is of a schema that this version does not know (${head.schema.tag}): restore it with the version that made it, or a newer one.`,
    );
  const tables = [...new Set(known.flatMap((migration) => migration.tables))];
  return withSchemaLock({ connectionString: url }, async (client) => {
    const restored = await drizzle(client).transaction(async (tx) => {
      await client.query(AS_TEXT);
      const there = await tablesThere(client, tables);
      if (!saveFirst && (await hasAnyRow(client, there))) throw new BackupError(FULL);
      const goOn = saveFirst && (await replaceRunning(client, there, saveFirst));
      await dropTables(client, there);
      await applyMigrations(client, known.slice(0, at + 1));
      await loadTables(client, path, head, tables);
      await applyMigrations(client, known.slice(at + 1));
      // Earlier versions saved some of it: whoever has had such a backup may have it still.
      for (const table of LEFT_OUT) await client.query(`delete from public.${quoted(table)}`);
      await goOn?.();
      if (saveFirst) await recordRestore(tx, head, actorId);
      const checked = await checkInvariantsIn(tx);
      const brokenOnes = checked.filter(({ rows }) => rows.length > 0);
      return { head, brokenInvariants: brokenOnes.map(({ name }) => name) };
    });
    await client.query('analyze');
    return restored;
  });
}

async function recordRestore(tx: Tx, head: BackupHead, actorId: string | null): Promise<void> {
  const known = actorId && (await tx.$count(users, eq(users.id, actorId))) > 0;
  await recordChange(tx, {
    actorId: known ? actorId : null,
    action: 'backup.restore',
    after: { takenAt: head.takenAt },
  });
}

const FULL =
  'The database is not empty, and a backup is restored into an empty one only. Set DATA_DIR to another folder, or DATABASE_URL to an empty database; or restore it in the Admin Panel, which saves the present state first. Nothing was changed.';

/** From here on nobody writes, and when all is saved nobody reads, until the transaction ends. */
async function replaceRunning(
  client: pg.Client,
  tables: readonly string[],
  saveFirst: () => Promise<unknown>,
) {
  const list = tables.map((table) => `public.${quoted(table)}`).join(', ');
  await lockPatiently(client, `lock table ${list} in share row exclusive mode`);
  await saveFirst();
  await lockPatiently(client, `lock table ${list} in access exclusive mode`);
  return keepWhatGoesOn(client);
}

const MOST_ATTEMPTS = 20;

/** Others hold some of the tables and want the next: PostgreSQL then lets one of the two begin anew. */
async function lockPatiently(client: pg.Client, lock: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('savepoint before_locking');
    try {
      await client.query(lock);
      return;
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isConflict(error)) throw error;
      await client.query('rollback to savepoint before_locking');
    }
  }
}

async function dropTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`drop table public.${quoted(table)} cascade`);
  await client.query('drop table if exists drizzle.__drizzle_migrations');
}

async function loadTables(
  client: pg.Client,
  path: string,
  head: BackupHead,
  tables: readonly string[],
): Promise<void> {
  // All of them: a table that is not in the backup may stand on one that is.
  const putBack = await layBare(client, await tablesThere(client, tables));
  const body = new Chunks(bodyOf(path).pipe(createGunzip()));
  for (const table of head.tables) await loadTable(client, path, table, body);
  if (!(await body.isOver())) throw broken(path, 'more is in it than its head says');
  await putBack();
  for (const { table, column, last } of head.sequences)
    await client.query(`select setval(pg_get_serial_sequence($1, $2), $3)`, [
      `public.${quoted(table)}`,
      column,
      last,
    ]);
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
    throw broken(path, `what it holds of ${name} is not what was saved`);
}

/** A stream of bytes, of which so and so many are taken at a time. */
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
