import type { BackupDescription } from '#contract/backup-uploads.ts';
import type { Backup } from '#contract/backups.ts';
import type { BackupFile } from './backup-file.ts';
import { describeProblem } from './describe-problem.ts';
import type { BackupContents } from './inspect-backup.ts';

export function toBackup(file: BackupFile): Backup {
  const { name, reason, madeAt, bytes, version } = file;
  return {
    name,
    reason,
    madeAt: madeAt.toISOString(),
    bytes,
    version: version ?? null,
    problem: describeProblem(file) ?? null,
  };
}

export function describeBackup(file: BackupFile, contents: BackupContents): BackupDescription {
  const { header, siteName, bandName } = contents;
  const countRows = (table: string) => header.tables.find(({ name }) => name === table)?.rows ?? 0;
  return {
    ...toBackup(file),
    siteName,
    bandName,
    accounts: countRows('users'),
    shows: countRows('shows'),
    predictions: countRows('predictions'),
  };
}
