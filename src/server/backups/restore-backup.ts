import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { RestoreStage } from '#contract/first-administrator.ts';
import { recordChange } from '../changes/record-change.ts';
import { isConflict } from '../db/failures.ts';
import {
  applyMigrations,
  hasAnyRow,
  listExistingTables,
  quoteIdentifier,
  readMigrations,
  withSchemaLock,
} from '../db/migrate.ts';
import { users } from '../db/schema/accounts.ts';
import type { Tx } from '../db/transaction.ts';
import { runInvariantChecks } from '../invariants/check.ts';
import { assertRestorable } from './assert-restorable.ts';
import { BackupError, type BackupHeader, checkBackup } from './backup-file.ts';
import { loadTables, wrapFileErrors } from './load-tables.ts';
import { preserveLiveState } from './preserve-live-state.ts';
import { EXCLUDED_TABLES, PORTABLE_FORMAT } from './write-backup.ts';

export interface RestoreOptions {
  /** Called once writes are blocked. If omitted, a database with rows is rejected. */
  saveBackup?: () => Promise<unknown>;
  /** The audit log names this account only if it exists in the restored data. */
  actorId?: string | null;
  /** `share` is from 0 to 1, or null if it is unknown. */
  onProgress?: (stage: RestoreStage, share: number | null) => void;
}

export interface RestoreResult {
  header: BackupHeader;
  brokenInvariants: string[];
  hasAdministrator: boolean;
}

/** Restores completely or not at all, and migrates to the newest schema. */
export async function restoreBackup(
  url: string,
  path: string,
  { saveBackup, actorId = null, onProgress = () => undefined }: RestoreOptions = {},
): Promise<RestoreResult> {
  const migrations = readMigrations();
  const header = await checkBackup(path, (share) => onProgress('checking', share));
  const schemaIndex = assertRestorable(path, header);
  const tables = [...new Set(migrations.flatMap((migration) => migration.tables))];
  return withSchemaLock({ connectionString: url }, async (client) => {
    const result = await drizzle(client).transaction(async (tx) => {
      await client.query(PORTABLE_FORMAT);
      const existingTables = await listExistingTables(client, tables);
      if (!saveBackup && (await hasAnyRow(client, existingTables)))
        throw new BackupError(NOT_EMPTY);
      onProgress('saving', null);
      const restoreLiveState =
        saveBackup && (await prepareReplacement(client, existingTables, saveBackup));
      await dropTables(client, existingTables);
      await applyMigrations(client, migrations.slice(0, schemaIndex + 1));
      await wrapFileErrors(path, async () => {
        const onTableProgress = (fraction: number) => onProgress('loading', fraction);
        await loadTables(client, { path, header, onProgress: onTableProgress }, tables);
        onProgress('finishing', null);
        await applyMigrations(client, migrations.slice(schemaIndex + 1));
      });
      // Backups of earlier versions contain some of these tables.
      for (const table of EXCLUDED_TABLES)
        await client.query(`delete from public.${quoteIdentifier(table)}`);
      await restoreLiveState?.();
      if (saveBackup) await recordRestore(tx, header, actorId);
      const results = await runInvariantChecks(tx);
      const violations = results.filter(({ rows }) => rows.length > 0);
      const hasAdministrator = (await tx.$count(users, eq(users.isAdmin, true))) > 0;
      return { header, brokenInvariants: violations.map(({ name }) => name), hasAdministrator };
    });
    // The restore is committed, and autovacuum collects the statistics later.
    await client.query('analyze').catch(() => undefined);
    return result;
  });
}

export const NO_ADMINISTRATOR =
  'There is no administrator. The next start prints a link that creates one.';

async function recordRestore(tx: Tx, header: BackupHeader, actorId: string | null): Promise<void> {
  const actorExists = actorId && (await tx.$count(users, eq(users.id, actorId))) > 0;
  await recordChange(tx, {
    actorId: actorExists ? actorId : null,
    action: 'backup.restore',
    after: { takenAt: header.takenAt },
  });
}

const NOT_EMPTY =
  'The database is not empty, and this command restores only into an empty one. Set DATA_DIR to another folder or DATABASE_URL to an empty database, or restore it in the Admin Panel, which saves the current state first. Nothing was changed.';

/** Blocks writes, calls `saveBackup`, and then also blocks reads until the transaction ends. */
async function prepareReplacement(
  client: pg.Client,
  tables: readonly string[],
  saveBackup: () => Promise<unknown>,
) {
  const tableList = tables.map((table) => `public.${quoteIdentifier(table)}`).join(', ');
  await lockWithRetry(client, `lock table ${tableList} in share row exclusive mode`);
  await saveBackup();
  await lockWithRetry(client, `lock table ${tableList} in access exclusive mode`);
  return preserveLiveState(client);
}

const MAX_ATTEMPTS = 20;

/** Retries after a deadlock with transactions that hold some of the tables. */
async function lockWithRetry(client: pg.Client, lock: string): Promise<void> {
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
  for (const table of tables)
    await client.query(`drop table public.${quoteIdentifier(table)} cascade`);
  await client.query('drop table if exists drizzle.__drizzle_migrations');
}
