import type { FastifyBaseLogger } from 'fastify';
import { assertFreeSpace, MIN_FREE_BYTES, NoSpaceError } from '../db/disk-space.ts';
import type { Db } from '../db/open.ts';
import { connectionUrl } from '../db/open.ts';
import { ApiError } from '../http/api-error.ts';
import { BackupError, type BackupFile, readHeader } from './backup-file.ts';
import type { BackupsFolder } from './backups-folder.ts';
import { type RestoreOptions, type RestoreResult, restoreBackup } from './restore-backup.ts';

/** Indexes and the WAL make a restored table larger than its rows in the backup. */
const DATABASE_BYTES_PER_ROW_BYTE = 3;

interface BackupRunnerOptions {
  folder: BackupsFolder;
  freeBytes: (() => Promise<number>) | undefined;
  log: Pick<FastifyBaseLogger, 'error'>;
}

export function createBackupRunner(db: Db, { folder, freeBytes, log }: BackupRunnerOptions) {
  const url = connectionUrl(db);
  let isBusy = false;

  async function assertRestoreFits(file: BackupFile): Promise<void> {
    if (!freeBytes) return;
    const { tables } = await readHeader(file.path);
    const rowBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0);
    const neededBytes = rowBytes * DATABASE_BYTES_PER_ROW_BYTE + MIN_FREE_BYTES;
    assertFreeSpace('the restore', { neededBytes, freeBytes: await freeBytes() });
  }

  return {
    async runExclusively<T>(work: () => Promise<T>): Promise<T> {
      if (isBusy)
        throw new ApiError(409, 'A backup is being made or restored. Wait until it finishes.');
      isBusy = true;
      try {
        return await work();
      } catch (error) {
        if (error instanceof NoSpaceError) throw new ApiError(507, error.message);
        if (error instanceof BackupError) throw new ApiError(400, error.message);
        throw error;
      } finally {
        isBusy = false;
      }
    },

    /** Keeps the safety backup only after success. `assertAllowed` runs once writes are blocked. */
    async restore(
      file: BackupFile,
      {
        assertAllowed,
        ...options
      }: Pick<RestoreOptions, 'actorId' | 'onProgress'> & { assertAllowed?: () => Promise<void> },
    ) {
      await assertRestoreFits(file);
      let safetyBackup: BackupFile | undefined;
      let result: RestoreResult;
      try {
        const saveBackup = async () => {
          await assertAllowed?.();
          safetyBackup = await folder.createWithoutPruning(url, 'before-restore');
        };
        result = await restoreBackup(url, file.path, { saveBackup, ...options });
      } catch (error) {
        if (safetyBackup) await folder.remove(safetyBackup);
        throw error;
      }
      if (!safetyBackup) throw new Error('The restore made no backup of the current state.');
      await folder
        .removeExpired(file.name, safetyBackup.name)
        .catch((err: unknown) => log.error({ err }, 'failed to remove expired backups'));
      return { ...result, safetyBackup };
    },
  };
}

export type BackupRunner = ReturnType<typeof createBackupRunner>;
