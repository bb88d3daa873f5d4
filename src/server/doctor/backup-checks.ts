import { HOUR } from '#contract/durations.ts';
import { openBackupsFolder } from '../backups/backups-folder.ts';
import { openReport } from '../backups/report.ts';
import { formatCommand } from '../command-name.ts';
import type { Environment } from '../environment.ts';
import { type Finding, formatMegabytes } from './finding.ts';

export async function checkNewestBackup({ dataDir }: Environment, now: number): Promise<Finding> {
  const name = 'last backup';
  const backups = await openBackupsFolder(dataDir, { clock: () => now }).list();
  // Uploads may be from another site.
  const newest = backups.find(({ reason }) => reason !== 'uploaded');
  const advice = `A running server makes one each night; ${formatCommand('backup')} makes one now.`;
  if (!newest) return { name, state: 'warn', message: `none in ${dataDir}/backups`, advice };
  const hours = Math.floor((now - newest.madeAt.getTime()) / HOUR);
  const age = hours < 1 ? 'less than an hour' : `${hours} hours`;
  const message = `${newest.path}, ${formatMegabytes(newest.bytes)}, ${age} old`;
  if (!newest.isReadable)
    return {
      name,
      state: 'bad',
      message: `${newest.path} is damaged`,
      advice: `Remove it. ${advice}`,
    };
  if (newest.brokenInvariants.length > 0) {
    const violations = newest.brokenInvariants.join('; ');
    return {
      name,
      state: 'bad',
      message: `${message}; its data violates: ${violations}`,
      advice: INCONSISTENT_ADVICE,
    };
  }
  return hours < 26 ? { name, state: 'ok', message } : { name, state: 'warn', message, advice };
}

const INCONSISTENT_ADVICE =
  'Older backups still exist. Restore one of them into an empty database, or repair the data, and then make a new backup.';

export async function checkAfterBackupCommand({
  dataDir,
  afterBackup,
}: Environment): Promise<Finding> {
  const name = 'after backup';
  if (!afterBackup)
    return { name, state: 'ok', message: 'AFTER_BACKUP is not set: backups stay on this disk' };
  const { afterBackup: outcome } = await openReport(dataDir).read();
  if (!outcome)
    return {
      name,
      state: 'warn',
      message: 'AFTER_BACKUP has not run yet',
      advice: `${formatCommand('backup')} runs it.`,
    };
  const message = [`ran at ${outcome.at}.`, outcome.says].filter(Boolean).join(' ');
  if (outcome.isGood) return { name, state: 'ok', message };
  return {
    name,
    state: 'bad',
    message,
    advice: `Fix the command, then run ${formatCommand('backup')}.`,
  };
}
