import type { Environment } from '../environment.ts';
import { createAfterBackup } from './after-backup.ts';
import { backupsFolder } from './backups-folder.ts';
import { reportIn } from './report.ts';

/** Opens the backups of a data folder; `AFTER_BACKUP` runs for each new one. */
export function openBackups({
  dataDir,
  afterBackup: command,
}: Pick<Environment, 'dataDir' | 'afterBackup'>) {
  const afterBackup = command ? createAfterBackup(command, reportIn(dataDir)) : undefined;
  return {
    backups: backupsFolder(dataDir, { afterBackup }),
    /** Waits for the command; undefined where none is set. */
    settle: () => afterBackup?.settle(),
    /** Ends the command. */
    close: async () => afterBackup?.close(),
  };
}
