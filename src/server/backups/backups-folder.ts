import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { BACKUP_REASONS, type BackupReason } from '#contract/backups.ts';
import { HOUR, MINUTE } from '#contract/durations.ts';
import {
  assertFreeSpace,
  MIN_FREE_BYTES,
  readDatabaseBytes,
  readFreeBytes,
} from '../db/disk-space.ts';
import { createToken } from '../random-token.ts';
import { type BackupFile, readHeader } from './backup-file.ts';
import type { BackupHook } from './backup-hook.ts';
import { findBrokenInvariants } from './broken-invariants.ts';
import { openReport } from './report.ts';
import { findExpired, sortNewestFirst } from './retention.ts';
import { PARTIAL_SUFFIX, writeBackup } from './write-backup.ts';

interface FolderOptions {
  clock?: () => number;
  backupHook?: BackupHook | undefined;
  freeBytes?: (folder: string) => Promise<number>;
}

export function openBackupsFolder(
  dataDir: string,
  { clock = Date.now, freeBytes = readFreeBytes, backupHook }: FolderOptions = {},
) {
  const folder = join(dataDir, 'backups');

  async function list(): Promise<BackupFile[]> {
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names
        .filter((name) => name.endsWith(EXTENSION))
        .map((name) => describeFile(folder, name.slice(0, -EXTENSION.length))),
    );
    return sortNewestFirst(
      files.filter((file) => file !== undefined),
      clock(),
    );
  }

  /** Keeps expired backups. Throws a `NoSpaceError` if the disk is too full. */
  async function createWithoutPruning(url: string, reason: BackupReason): Promise<BackupFile> {
    await prepareFolder();
    await checkFreeSpace(url, await freeBytes(folder));
    const brokenInvariants = CHECKED_REASONS.includes(reason)
      ? await findBrokenInvariants(url)
      : [];
    const now = clock();
    const name = await findFreeName(folder, now, reason);
    const takenAt = new Date(now).toISOString();
    await writeBackup(url, resolvePath(folder, name), { takenAt, reason, brokenInvariants });
    const file = await describeFile(folder, name);
    if (!file) throw new Error(`The backup ${name} was removed while it was being written.`);
    return file;
  }

  async function prepareFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await removePartialFiles(folder);
  }

  async function removeExpired(...protectedNames: readonly string[]): Promise<void> {
    for (const { name, path } of findExpired(await list()))
      if (!protectedNames.includes(name)) await rm(path, { force: true });
  }

  return {
    list,
    report: openReport(dataDir),
    /** Safe for untrusted names, because a name must match `NAME_PATTERN`. */
    find: (name: string) => describeFile(folder, name),
    createWithoutPruning,
    remove: ({ path }: BackupFile) => rm(path, { force: true }),
    removeExpired,
    /** Returns the path of an empty file. Throws a `NoSpaceError` if the upload would not fit. */
    async createUploadFile(bytes: number): Promise<string> {
      await prepareFolder();
      await removeExpired();
      const neededBytes = bytes + MIN_FREE_BYTES;
      assertFreeSpace('the upload', { neededBytes, freeBytes: await freeBytes(folder) });
      const path = join(folder, `${createToken(9)}${PARTIAL_SUFFIX}`);
      await writeFile(path, '', { mode: 0o600, flag: 'wx' });
      return path;
    },
    async addUpload(path: string): Promise<BackupFile> {
      const name = await findFreeName(folder, clock(), 'uploaded');
      await rename(path, resolvePath(folder, name));
      const file = await describeFile(folder, name);
      if (!file) throw new Error(`The upload ${name} was removed.`);
      await removeExpired(name);
      return file;
    },
    async create(url: string, reason: BackupReason): Promise<BackupFile> {
      const file = await createWithoutPruning(url, reason);
      await removeExpired(file.name);
      void backupHook?.run(file.path);
      return file;
    },
  };
}

export type BackupsFolder = ReturnType<typeof openBackupsFolder>;

/** The others skip the invariants: an old schema lacks them, and a restore blocks writes. */
const CHECKED_REASONS: readonly BackupReason[] = ['nightly', 'by-hand'];

const NAME_PATTERN = /^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)-([a-z-]+)$/;
const EXTENSION = '.backup';

function formatName(time: Date, reason: BackupReason): string {
  const [day = '', timeOfDay = ''] = time.toISOString().slice(0, 19).split('T');
  return `${day}-${timeOfDay.replaceAll(':', '')}-${reason}`;
}

function resolvePath(folder: string, name: string): string {
  return join(folder, `${name}${EXTENSION}`);
}

/** On a collision, uses the second after the latest backup, so that the new one expires last. */
async function findFreeName(folder: string, now: number, reason: BackupReason): Promise<string> {
  const seconds = (await readdir(folder))
    .map((file) => parseTime(file.slice(0, -EXTENSION.length))?.getTime() ?? 0)
    .filter((second) => Math.abs(second - now) < MINUTE);
  return formatName(new Date(Math.max(now, ...seconds.map((second) => second + 1_000))), reason);
}

function parseTime(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = NAME_PATTERN.exec(name) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined;
}

async function describeFile(folder: string, name: string): Promise<BackupFile | undefined> {
  const reason = BACKUP_REASONS.find((candidate) => candidate === NAME_PATTERN.exec(name)?.[5]);
  const path = resolvePath(folder, name);
  const stats = reason && (await stat(path).catch(() => undefined));
  if (!reason || !stats?.isFile()) return undefined;
  const header = await readHeader(path).catch(() => undefined);
  return {
    name,
    path,
    // Uploads have their own retention, whatever their reason on the server that made them.
    reason: reason === 'uploaded' ? reason : (header?.reason ?? reason),
    madeAt: header ? new Date(header.takenAt) : (parseTime(name) ?? new Date(0)),
    bytes: stats.size,
    brokenInvariants: header?.brokenInvariants ?? [],
    isReadable: header !== undefined,
    version: header?.version,
  };
}

async function removePartialFiles(folder: string): Promise<void> {
  const partialFiles = (await readdir(folder)).filter((name) => name.endsWith(PARTIAL_SUFFIX));
  const isOld = async (path: string) => {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    return Date.now() - mtimeMs > HOUR;
  };
  for (const partialFile of partialFiles)
    if (await isOld(join(folder, partialFile)))
      await rm(join(folder, partialFile), { force: true });
}

/** Requires as much free space as the database; a backup is compressed and has no indexes. */
async function checkFreeSpace(url: string, freeBytes: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const neededBytes = (await readDatabaseBytes(client)) + MIN_FREE_BYTES;
    assertFreeSpace('a backup', { neededBytes, freeBytes });
  } finally {
    await client.end();
  }
}
