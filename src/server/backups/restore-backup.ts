import { basename } from 'node:path';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
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
import { users } from '../db/schema/accounts.ts';
import { checkInvariantsIn } from '../invariants/check.ts';
import { BackupError, type BackupHead, broken, checkBackup } from './backup-file.ts';
import { loadTables, toFileError } from './load-tables.ts';
import { preserveLiveState } from './preserve-live-state.ts';
import { AS_TEXT, EXCLUDED_TABLES } from './write-backup.ts';

export interface RestoreOptions {
  saveFirst?: () => Promise<unknown>;
  /** Who restores it, for the record; it names them where what was restored knows them. */
  actorId?: string | null;
}

export interface Restored {
  head: BackupHead;
  /** Names of the invariants that what was restored does not keep: it did not when it was saved. */
  brokenInvariants: string[];
  hasAdministrator: boolean;
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
  refuseMissingTables(path, head, known[at]?.tables ?? []);
  const tables = [...new Set(known.flatMap((migration) => migration.tables))];
  return withSchemaLock({ connectionString: url }, async (client) => {
    const restored = await drizzle(client).transaction(async (tx) => {
      await client.query(AS_TEXT);
      const there = await tablesThere(client, tables);
      if (!saveFirst && (await hasAnyRow(client, there))) throw new BackupError(FULL);
      const goOn = saveFirst && (await replaceRunning(client, there, saveFirst));
      await dropTables(client, there);
      await applyMigrations(client, known.slice(0, at + 1));
      await toFileError(path, async () => {
        await loadTables(client, path, head, tables);
        await applyMigrations(client, known.slice(at + 1));
      });
      // Earlier versions saved some of it: whoever has had such a backup may have it still.
      for (const table of EXCLUDED_TABLES)
        await client.query(`delete from public.${quoted(table)}`);
      await goOn?.();
      if (saveFirst) await recordRestore(tx, head, actorId);
      const checked = await checkInvariantsIn(tx);
      const brokenOnes = checked.filter(({ rows }) => rows.length > 0);
      const hasAdministrator = (await tx.$count(users, eq(users.isAdmin, true))) > 0;
      return { head, brokenInvariants: brokenOnes.map(({ name }) => name), hasAdministrator };
    });
    await client.query('analyze');
    return restored;
  });
}

/** What a restored site without an administrator needs to be told. */
export const NO_ADMINISTRATOR =
  'It has no administrator: the next start prints a link that makes one person the first.';

function refuseMissingTables(
  path: string,
  head: BackupHead,
  schemaTables: readonly string[],
): void {
  const saved = head.tables.map(({ name }) => name);
  const missing = schemaTables.find(
    (name) => !saved.includes(name) && !EXCLUDED_TABLES.some((leftOut) => leftOut === name),
  );
  if (missing) throw broken(path, `its table ${missing} is missing`);
  if (new Set(saved).size < saved.length) throw broken(path, 'it has a table twice');
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
  return preserveLiveState(client);
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
