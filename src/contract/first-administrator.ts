import { z } from 'zod';
import { currentUser, NEW_PASSWORD_MIN, password, registerBody } from './accounts.ts';
import {
  backupDescription,
  backupUpload,
  beginUploadBody,
  uploadParams,
} from './backup-uploads.ts';
import { backup, backupParams } from './backups.ts';
import { endpoint } from './endpoint.ts';

/** Sent in the body, because URLs are logged. */
const token = z.string('This link is incomplete').min(1, 'This link is incomplete').max(100);

const linkBody = z.object({ token });

export const firstAdministratorBody = registerBody
  .extend({ token, password: password(NEW_PASSWORD_MIN) })
  .meta({ id: 'FirstAdministratorBody' });

export const createFirstAdministrator = endpoint('createFirstAdministrator', {
  method: 'POST',
  path: '/api/auth/first-administrator',
  tag: 'accounts',
  who: 'anyone',
  summary: 'Create the first administrator with the link that the server prints, and sign in',
  body: firstAdministratorBody,
  status: 201,
  returns: currentUser,
});

export const RESTORE_STAGES = ['checking', 'saving', 'loading', 'finishing'] as const;
export type RestoreStage = (typeof RESTORE_STAGES)[number];

/** The latest restore that this link started. `percent` is null if it is unknown. */
export const firstRestore = z
  .object({
    state: z.enum(['running', 'done', 'failed']),
    stage: z.enum(RESTORE_STAGES),
    percent: z.int().nullable(),
    error: z.string().nullable(),
    takenAt: z.iso.datetime().nullable(),
    /** If false, the link still creates the first administrator. */
    hasAdministrator: z.boolean(),
  })
  .meta({ id: 'FirstRestore' });
export type FirstRestore = z.output<typeof firstRestore>;

export const firstAdministratorLink = z
  .object({
    /** Null once an administrator exists. */
    expiresAt: z.iso.datetime().nullable(),
    /** With an external database, a site starts without shows. */
    hasShows: z.boolean(),
    /** The backups in the server's folder, newest first. */
    backups: z.array(backup),
    restore: firstRestore.nullable(),
  })
  .meta({ id: 'FirstAdministratorLink' });
export type FirstAdministratorLink = z.output<typeof firstAdministratorLink>;

export const openFirstAdministratorLink = endpoint('openFirstAdministratorLink', {
  method: 'POST',
  path: '/api/auth/first-administrator/link',
  tag: 'accounts',
  who: 'anyone',
  ignoresSession: true,
  summary: "Get what the first administrator's link can do, and the progress of its restore",
  body: linkBody,
  status: 200,
  returns: firstAdministratorLink,
});

export const beginFirstUpload = endpoint('beginFirstUpload', {
  method: 'POST',
  path: '/api/auth/first-administrator/uploads',
  tag: 'backups',
  who: 'anyone',
  ignoresSession: true,
  summary: 'Begin a backup upload to a site without an administrator',
  body: beginUploadBody.extend({ token }),
  status: 201,
  returns: backupUpload,
});

export const finishFirstUpload = endpoint('finishFirstUpload', {
  method: 'POST',
  path: '/api/auth/first-administrator/uploads/{id}',
  tag: 'backups',
  who: 'anyone',
  ignoresSession: true,
  summary:
    'Verify the uploaded backup and describe it, without changing data; send it again while there is no content yet',
  params: uploadParams,
  body: linkBody,
  status: 201,
  returns: backupDescription,
  mayBeEmpty: true,
});

export const describeFirstBackup = endpoint('describeFirstBackup', {
  method: 'POST',
  path: '/api/auth/first-administrator/backups/{name}',
  tag: 'backups',
  who: 'anyone',
  ignoresSession: true,
  summary:
    "Check a backup in the server's folder completely, and describe it; send it again while there is no content yet",
  params: backupParams,
  body: linkBody,
  status: 200,
  returns: backupDescription,
  mayBeEmpty: true,
});

export const startFirstRestore = endpoint('startFirstRestore', {
  method: 'POST',
  path: '/api/auth/first-administrator/restore',
  tag: 'backups',
  who: 'anyone',
  ignoresSession: true,
  summary:
    'Start restoring a backup into a site without an administrator; poll the link for its progress',
  body: linkBody.extend({ name: z.string('Name the backup') }),
  status: 200,
  returns: firstRestore,
});
