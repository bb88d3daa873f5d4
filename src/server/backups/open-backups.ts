import type { Environment } from '../environment.ts';
import { createAfterBackup } from './after-backup.ts';
import { backupsFolder } from './backups-folder.ts';
import { openReport } from './report.ts';

export function openBackups({
  dataDir,
  afterBackup: command,
}: Pick<Environment, 'dataDir' | 'afterBackup'>) {
  const afterBackup = command ? createAfterBackup(command, openReport(dataDir)) : undefined;
  return {
    backups: backupsFolder(dataDir, { afterBackup }),
    settle: () => afterBackup?.settle(),
    close: async () => afterBackup?.close(),
  };
}
