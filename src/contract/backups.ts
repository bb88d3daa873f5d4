import { z } from 'zod';
import { deletionImpact } from './deletion-impact.ts';
import { API_PATH, endpoint } from './endpoint.ts';

export const BACKUP_REASONS = [
  'nightly',
  'before-update',
  'by-hand',
  'before-restore',
  'before-emptying',
  'uploaded',
] as const;
export type BackupReason = (typeof BACKUP_REASONS)[number];

export const backup = z
  .object({
    name: z.string(),
    reason: z.enum(BACKUP_REASONS),
    madeAt: z.iso.datetime(),
    bytes: z.int(),
    /** The version that created it. Null if unreadable or earlier than 0.2. */
    version: z.string().nullable(),
    problem: z.string().nullable(),
  })
  .meta({ id: 'Backup' });
export type Backup = z.output<typeof backup>;

/** `says` is empty when there is nothing to report. */
const backupOutcome = z.object({
  at: z.iso.datetime(),
  isGood: z.boolean(),
  file: z.string().nullable(),
  says: z.string(),
});
export type BackupOutcome = z.output<typeof backupOutcome>;

/** `afterBackup` is the last run of the operator's `AFTER_BACKUP` command. */
export const backupReport = z
  .object({
    nightly: backupOutcome.nullable(),
    afterBackup: backupOutcome.nullable(),
  })
  .meta({ id: 'BackupReport' });
export type BackupReport = z.output<typeof backupReport>;

export const backupParams = z.object({ name: z.string() });

export const TYPE_THE_NAME = 'Type the name of the backup exactly as listed';
export const restoreBackupBody = z.object({ name: z.string(TYPE_THE_NAME) });

export const restoredBackup = z
  .object({
    rows: z.int(),
    takenAt: z.iso.datetime(),
    savedAs: z.string(),
    brokenInvariants: z.array(z.string()),
    /** If false, the next start prints a link that creates an administrator. */
    hasAdministrator: z.boolean(),
  })
  .meta({ id: 'RestoredBackup' });
export type RestoredBackup = z.output<typeof restoredBackup>;

export const listBackups = endpoint('listBackups', {
  method: 'GET',
  path: '/api/admin/backups',
  tag: 'backups',
  who: 'admin',
  summary: 'List the backups in the folder of the responding server, newest first',
  status: 200,
  returns: z.array(backup),
  dependsOn: ['backup'],
});

export const getBackupReport = endpoint('getBackupReport', {
  method: 'GET',
  path: '/api/admin/backups/report',
  tag: 'backups',
  who: 'admin',
  summary: 'Get the outcome of the last nightly backup and of the command run after it',
  status: 200,
  returns: backupReport,
});

export const createBackup = endpoint('createBackup', {
  method: 'POST',
  path: '/api/admin/backups',
  tag: 'backups',
  who: 'admin',
  summary: 'Save the whole database to a file on the server',
  status: 201,
  returns: backup,
});

export const getRestoreLoss = endpoint('getRestoreLoss', {
  method: 'GET',
  path: '/api/admin/backups/{name}/restore',
  tag: 'backups',
  who: 'admin',
  summary: 'Preview a restore: count what was added since the backup and would be lost',
  params: backupParams,
  status: 200,
  returns: deletionImpact,
  dependsOn: ['backup', 'account', 'entrants', 'thread', 'newPost', 'audit'],
});

export const restoreBackup = endpoint('restoreBackup', {
  method: 'POST',
  path: '/api/admin/backups/{name}/restore',
  tag: 'backups',
  who: 'admin',
  needsFreshSignIn: true,
  summary:
    'Replace all stored data with a backup; the current data is saved first. If there is no content yet, get the outcome',
  params: backupParams,
  body: restoreBackupBody,
  status: 200,
  returns: restoredBackup,
  mayBeEmpty: true,
});

export const getRestoreOutcome = endpoint('getRestoreOutcome', {
  method: 'GET',
  path: '/api/admin/backups/{name}/restore/outcome',
  tag: 'backups',
  who: 'admin',
  summary:
    'Get the outcome of a restore that the responding server runs; get it again while there is no content yet',
  params: backupParams,
  status: 200,
  returns: restoredBackup,
  mayBeEmpty: true,
});

/** This path is not an endpoint, because its response isn't JSON. */
export function backupFilePath(name: string): string {
  return `${API_PATH}/admin/backups/${name}/file`;
}
