import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../http/api-error.ts';
import { createToken } from '../random-token.ts';
import { BackupError, type BackupFile } from './backup-file.ts';
import type { BackupsFolder } from './backups-folder.ts';
import { type BackupContents, inspectBackup } from './inspect-backup.ts';
import { createLongChecks } from './long-checks.ts';

interface Upload {
  id: string;
  fileName: string;
  path: string;
  bytes: number;
  isFinishing: boolean;
}

interface AddedBackup {
  file: BackupFile;
  contents: BackupContents;
}

/** Receives one backup at a time, so that unfinished uploads can't fill the disk. */
export function createBackupUploads(
  folder: BackupsFolder,
  { inspect = inspectBackup, waitMs }: { inspect?: typeof inspectBackup; waitMs?: number } = {},
) {
  const runCheck = createLongChecks<AddedBackup>(waitMs);
  let isClosed = false;
  let current: Upload | undefined;

  async function discard(upload: Upload | undefined): Promise<void> {
    if (!upload) return;
    if (current === upload) current = undefined;
    await rm(upload.path, { force: true });
  }

  function find(id: string): Upload {
    if (current?.id !== id) throw createEndedError();
    return current;
  }

  return {
    /** Discards an unfinished upload. Throws a `NoSpaceError` if the file would not fit. */
    async begin({ fileName, bytes }: { fileName: string; bytes: number }): Promise<string> {
      if (current?.isFinishing)
        throw new ApiError(409, 'Another upload is being checked. Wait until it finishes.');
      await discard(current);
      const path = await folder.createUploadFile(bytes);
      await discard(current);
      current = { id: createToken(), fileName, path, bytes, isFinishing: false };
      return current.id;
    },

    /** Throws 404 unless this is the current upload. */
    assertCurrent: (id: string) => void find(id),

    /** A failed part can be written again. Throws 400 if an earlier part is missing. */
    async write(id: string, offset: number, part: Readable & { truncated?: boolean }) {
      const { path, bytes } = find(id);
      const { size } = await stat(path);
      if (offset > size) throw new ApiError(400, 'A part of the file is missing. Start again.');
      let written = offset;
      const file = createWriteStream(path, { flags: 'r+', start: offset });
      await pipeline(
        part,
        async function* assertFits(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            written += chunk.length;
            if (written > bytes)
              throw new ApiError(413, 'The file is larger than announced. Start again.');
            yield chunk;
          }
        },
        file,
      );
      if (part.truncated) throw new ApiError(413, 'The part is too large.');
    },

    /** Keeps the file if it is a complete backup. Returns undefined while the check runs. */
    finish: (id: string, onAdded: (file: BackupFile) => Promise<void>) =>
      runCheck(id, async () => {
        const added = await check(find(id));
        await onAdded(added.file);
        return added;
      }),

    close() {
      isClosed = true;
      return discard(current);
    },
  };

  async function check(upload: Upload): Promise<AddedBackup> {
    upload.isFinishing = true;
    try {
      const { size } = await stat(upload.path);
      if (size !== upload.bytes)
        throw new BackupError('The upload was incomplete. Choose the file again.');
      const contents = await inspect(upload.path);
      if (isClosed) throw new BackupError('The server was stopped. Choose the file again.');
      return { file: await folder.addUpload(upload.path), contents };
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      const message = error.message.replaceAll(basename(upload.path), () => upload.fileName);
      throw new ApiError(400, message);
    } finally {
      await discard(upload);
    }
  }
}

export type BackupUploads = ReturnType<typeof createBackupUploads>;

function createEndedError(): ApiError {
  return new ApiError(
    404,
    'This upload has ended: another one started, or the server restarted. Choose the file again.',
  );
}
