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
import { users } from '../db/schema/accounts.ts';
import type { Tx } from '../db/transaction.ts';
import { checkInvariantsIn } from '../invariants/check.ts';
import { BackupError, type BackupHead, broken, checkBackup } from './backup-file.ts';
import { loadTables, toFileError } from './load-tables.ts';
import { preserveLiveState } from './preserve-live-state.ts';
import { EXCLUDED_TABLES, PORTABLE_FORMAT } from './write-backup.ts';

export interface RestoreOptions {
  /** Called once writes are blocked. Without it, a database with rows is refused. */
  saveFirst?: () => Promise<unknown>;
  /** Recorded only if the account exists in the restored data. */
  actorId?: string | null;
}

export interface Restored {
  head: BackupHead;
  /** Already broken when the backup was made. */
  brokenInvariants: string[];
  hasAdministrator: boolean;
}

/** Restores completely or not at all, and migrates to the newest schema. */
export async function restoreBackup(
  url: string,
  path: string,
  { saveFirst, actorId = null }: RestoreOptions = {},
): Promise<Restored> {
  const known = readMigrations();
  const head = await checkBackup(path);
  const schemaIndex = known.findIndex(({ when }) => when === head.schema.when);
  if (schemaIndex < 0)
    throw new BackupError(
      `The backup ${basename(path)} has a schema that this version does not know (${head.schema.tag}): restore it with the version that made it, or a newer one.`,
    );
  refuseMissingTables(path, head, known[schemaIndex]?.tables ?? []);
  const tables = [...new Set(known.flatMap((migration) => migration.tables))];
  return withSchemaLock({ connectionString: url }, async (client) => {
    const restored = await drizzle(client).transaction(async (tx) => {
      await client.query(PORTABLE_FORMAT);
      const existingTables = await tablesThere(client, tables);
      if (!saveFirst && (await hasAnyRow(client, existingTables))) throw new BackupError(NOT_EMPTY);
      const restoreLiveState =
        saveFirst && (await replaceRunning(client, existingTables, saveFirst));
      await dropTables(client, existingTables);
      await applyMigrations(client, known.slice(0, schemaIndex + 1));
      await toFileError(path, async () => {
        await loadTables(client, path, head, tables);
        await applyMigrations(client, known.slice(schemaIndex + 1));
      });
      // Backups of earlier versions contain some of these tables.
      for (const table of EXCLUDED_TABLES)
        await client.query(`delete from public.${quoted(table)}`);
      await restoreLiveState?.();
      if (saveFirst) await recordRestore(tx, head, actorId);
      const checked = await checkInvariantsIn(tx);
      const violated = checked.filter(({ rows }) => rows.length > 0);
      const hasAdministrator = (await tx.$count(users, eq(users.isAdmin, true))) > 0;
      return { head, brokenInvariants: violated.map(({ name }) => name), hasAdministrator };
    });
    await client.query('analyze');
    return restored;
  });
}

export const NO_ADMINISTRATOR =
  'It has no administrator: the next start prints a link that makes one person the first.';

function refuseMissingTables(
  path: string,
  head: BackupHead,
  schemaTables: readonly string[],
): void {
  const saved = head.tables.map(({ name }) => name);
  const missing = schemaTables.find(
    (name) => !saved.includes(name) && !EXCLUDED_TABLES.some((excluded) => excluded === name),
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

const NOT_EMPTY =
  'The database is not empty, and this command restores only into an empty one. Set DATA_DIR to another folder or DATABASE_URL to an empty database, or restore it in the Admin Panel, which saves the current state first. Nothing was changed.';

/** Blocks writes, and after `saveFirst` reads, until the transaction ends. */
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

const MAX_ATTEMPTS = 20;

/** Retries after a deadlock with transactions that hold some of the tables. */
async function lockPatiently(client: pg.Client, lock: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('savepoint before_locking');
    try {
      await client.query(lock);
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
      await client.query('rollback to savepoint before_locking');
    }
  }
}

async function dropTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`drop table public.${quoted(table)} cascade`);
  await client.query('drop table if exists drizzle.__drizzle_migrations');
}
