import { z } from 'zod';
import { backup } from './backups.ts';
import { endpoint } from './endpoint.ts';

const MB = 1024 * 1024;

/** A larger backup is restored on the command line. */
export const BACKUP_UPLOAD_MAX_BYTES = 2048 * MB;

/** Small enough for the default limits of proxies and for slow connections. */
export const BACKUP_PART_BYTES = MB / 2;

export const backupDescription = backup
  .extend({
    /** Null if the backup has no band settings, or an earlier version stored them differently. */
    siteName: z.string().nullable(),
    bandName: z.string().nullable(),
    accounts: z.int(),
    shows: z.int(),
    predictions: z.int(),
  })
  .meta({ id: 'BackupDescription' });
export type BackupDescription = z.output<typeof backupDescription>;

export const beginUploadBody = z.object({
  fileName: z.string('Name the file').trim().min(1, 'Name the file').max(255),
  bytes: z
    .int('Give the size of the file')
    .min(1, 'The file is empty. Choose a backup.')
    .max(
      BACKUP_UPLOAD_MAX_BYTES,
      'The file is larger than 2 GB. Restore it on the command line of the server.',
    ),
});

/** The `id` is secret: anyone who has it can send parts. */
export const backupUpload = z.object({ id: z.string() }).meta({ id: 'BackupUpload' });

export const uploadParams = z.object({ id: z.string().max(100, 'Not found') });

export const beginBackupUpload = endpoint('beginBackupUpload', {
  method: 'POST',
  path: '/api/admin/backup-uploads',
  tag: 'backups',
  who: 'admin',
  needsFreshSignIn: true,
  summary: 'Begin a backup upload; discards an unfinished one',
  body: beginUploadBody,
  status: 201,
  returns: backupUpload,
});

export const sendBackupPart = endpoint('sendBackupPart', {
  method: 'POST',
  path: '/api/backup-uploads/{id}/parts',
  tag: 'backups',
  who: 'anyone',
  summary: 'Send one part of a backup with the secret ID of its upload; a part may be sent again',
  params: uploadParams,
  query: z.object({
    offset: z.string('Name the offset').regex(/^\d{1,15}$/, 'Offset must be a whole number'),
  }),
  takesFiles: true,
  bodyLimit: BACKUP_PART_BYTES + 4096,
  status: 204,
});

export const finishBackupUpload = endpoint('finishBackupUpload', {
  method: 'POST',
  path: '/api/admin/backup-uploads/{id}',
  tag: 'backups',
  who: 'admin',
  summary:
    'Verify the uploaded backup and add it to the backups of the server; send it again while there is no content yet',
  params: uploadParams,
  status: 201,
  returns: backupDescription,
  mayBeEmpty: true,
});
