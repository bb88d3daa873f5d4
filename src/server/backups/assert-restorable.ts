import { basename } from 'node:path';
import { readMigrations } from '../db/migrate.ts';
import { BackupError, type BackupHeader, createDamagedError } from './backup-file.ts';
import { EXCLUDED_TABLES } from './write-backup.ts';

/** Returns the index of the backup's migration. Throws a `BackupError` if it can't be restored. */
export function assertRestorable(path: string, header: BackupHeader): number {
  const migrations = readMigrations();
  const schemaIndex = migrations.findIndex(({ when }) => when === header.schema.when);
  if (schemaIndex < 0)
    throw new BackupError(
      `The backup ${basename(path)} has an unknown schema (${header.schema.tag}). Restore it with the version that made it, or a newer one.`,
    );
  rejectWrongTables(path, header, migrations[schemaIndex]?.tables ?? []);
  return schemaIndex;
}

function rejectWrongTables(
  path: string,
  header: BackupHeader,
  schemaTables: readonly string[],
): void {
  const savedTables = header.tables.map(({ name }) => name);
  const missingTable = schemaTables.find(
    (name) => !savedTables.includes(name) && !EXCLUDED_TABLES.some((excluded) => excluded === name),
  );
  if (missingTable) throw createDamagedError(path, `its table ${missingTable} is missing`);
  // The database may have tables of other programs.
  const unknownTable = savedTables.find((name) => !schemaTables.includes(name));
  if (unknownTable) throw createDamagedError(path, `its table ${unknownTable} is unknown`);
  if (new Set(savedTables).size < savedTables.length)
    throw createDamagedError(path, 'it contains a table twice');
}
