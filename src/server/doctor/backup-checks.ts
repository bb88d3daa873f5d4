import { HOUR } from '#contract/durations.ts';
import { backupsFolder } from '../backups/backups-folder.ts';
import { openReport } from '../backups/report.ts';
import { commandName } from '../command-name.ts';
import type { Environment } from '../environment.ts';
import { type Finding, megabytes } from './finding.ts';

export async function backupFinding({ dataDir }: Environment, now: number): Promise<Finding> {
  const what = 'last backup';
  const [newest] = await backupsFolder(dataDir, { clock: () => now }).list();
  const todo = `A running server makes one each night; ${commandName('backup')} makes one now.`;
  if (!newest) return { what, state: 'warn', says: `none in ${dataDir}/backups`, todo };
  const hours = Math.floor((now - newest.madeAt.getTime()) / HOUR);
  const age = hours < 1 ? 'less than an hour' : `${hours} hours`;
  const says = `${newest.path}, ${megabytes(newest.bytes)}, ${age} old`;
  if (!newest.isReadable)
    return { what, state: 'bad', says: `${newest.path} is broken`, todo: `Remove it. ${todo}` };
  if (newest.brokenInvariants.length > 0) {
    const broken = newest.brokenInvariants.join('; ');
    return { what, state: 'bad', says: `${says}; its data breaks: ${broken}`, todo: KEEP_SOUND };
  }
  // One night plus time for a restart.
  return hours < 26 ? { what, state: 'ok', says } : { what, state: 'warn', says, todo };
}

const KEEP_SOUND =
  'Older backups are kept. Restore one of them into an empty database, or repair the data, then make a new backup.';

export async function afterBackupFinding({ dataDir, afterBackup }: Environment): Promise<Finding> {
  const what = 'after backup';
  if (!afterBackup)
    return { what, state: 'ok', says: 'AFTER_BACKUP is not set: backups stay on this disk' };
  const { afterBackup: outcome } = await openReport(dataDir).read();
  if (!outcome)
    return {
      what,
      state: 'warn',
      says: 'AFTER_BACKUP has not run yet',
      todo: `${commandName('backup')} runs it.`,
    };
  const says = [`ran at ${outcome.at}.`, outcome.says].filter(Boolean).join(' ');
  if (outcome.isGood) return { what, state: 'ok', says };
  return { what, state: 'bad', says, todo: `Fix the command, then run ${commandName('backup')}.` };
}
