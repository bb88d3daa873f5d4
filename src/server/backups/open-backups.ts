import type { Environment } from '../environment.ts';
import { createBackupHook } from './backup-hook.ts';
import { openBackupsFolder } from './backups-folder.ts';
import { openReport } from './report.ts';

export function openBackups({
  dataDir,
  afterBackup: command,
}: Pick<Environment, 'dataDir' | 'afterBackup'>) {
  const backupHook = command ? createBackupHook(command, openReport(dataDir)) : undefined;
  return {
    backups: openBackupsFolder(dataDir, { backupHook }),
    settle: () => backupHook?.settle(),
    close: async () => backupHook?.close(),
  };
}
