import { HOUR } from '#contract/durations.ts';
import { backupsFolder } from '../backups/backups-folder.ts';
import { openReport } from '../backups/report.ts';
import { commandName } from '../command-name.ts';
import type { Environment } from '../environment.ts';
import { type Finding, megabytes } from './finding.ts';

export async function backupFinding({ dataDir }: Environment, now: number): Promise<Finding> {
  const what = 'last backup';
  const [newest] = await backupsFolder(dataDir, { clock: () => now }).list();
  const advice = `A running server makes one each night; ${commandName('backup')} makes one now.`;
  if (!newest) return { what, state: 'warn', message: `none in ${dataDir}/backups`, advice };
  const hours = Math.floor((now - newest.madeAt.getTime()) / HOUR);
  const age = hours < 1 ? 'less than an hour' : `${hours} hours`;
  const message = `${newest.path}, ${megabytes(newest.bytes)}, ${age} old`;
  if (!newest.isReadable)
    return {
      what,
      state: 'bad',
      message: `${newest.path} is broken`,
      advice: `Remove it. ${advice}`,
    };
  if (newest.brokenInvariants.length > 0) {
    const broken = newest.brokenInvariants.join('; ');
    return {
      what,
      state: 'bad',
      message: `${message}; its data breaks: ${broken}`,
      advice: KEEP_SOUND,
    };
  }
  // One night plus time for a restart.
  return hours < 26 ? { what, state: 'ok', message } : { what, state: 'warn', message, advice };
}

const KEEP_SOUND =
  'Older backups are kept. Restore one of them into an empty database, or repair the data, then make a new backup.';

export async function afterBackupFinding({ dataDir, afterBackup }: Environment): Promise<Finding> {
  const what = 'after backup';
  if (!afterBackup)
    return { what, state: 'ok', message: 'AFTER_BACKUP is not set: backups stay on this disk' };
  const { afterBackup: outcome } = await openReport(dataDir).read();
  if (!outcome)
    return {
      what,
      state: 'warn',
      message: 'AFTER_BACKUP has not run yet',
      advice: `${commandName('backup')} runs it.`,
    };
  const message = [`ran at ${outcome.at}.`, outcome.says].filter(Boolean).join(' ');
  if (outcome.isGood) return { what, state: 'ok', message };
  return {
    what,
    state: 'bad',
    message,
    advice: `Fix the command, then run ${commandName('backup')}.`,
  };
}
