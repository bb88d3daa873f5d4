import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { BACKUP_REASONS, type BackupReason } from '#contract/backups.ts';
import { freeBytesOf, LEAST_FREE_BYTES } from '../db/disk-space.ts';
import { PART, writeBackup } from './write-backup.ts';

/** So many of those that are made unasked are kept, and as many of the others: the newest ones. */
export const KEPT = 7;
const UNASKED: readonly BackupReason[] = ['nightly', 'before-update'];

const MINUTE = 60 * 1000;

/** A backup in the folder, as its name and its size tell. */
export interface BackupFile {
  name: string;
  path: string;
  reason: BackupReason;
  madeAt: Date;
  bytes: number;
}

/** The backups in a data folder. `freeBytes` tells what its disk has left. */
export function backupsFolder(
  dataDir: string,
  { clock = Date.now, freeBytes = freeBytesOf }: FolderOptions = {},
) {
  const folder = join(dataDir, 'backups');

  /** The newest first; none where there is no folder. */
  async function list(): Promise<BackupFile[]> {
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names
        .filter((name) => name.endsWith(ENDING))
        .map((name) => fileOf(folder, name.slice(0, -ENDING.length))),
    );
    return files
      .filter((file) => file !== undefined)
      .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  }

  return {
    list,
    /** The backup of that name; undefined where there is none, or none that was named here. */
    find: (name: string) => fileOf(folder, name),
    /**
     * Makes a backup of the database of a URL, then lets the oldest go, but for the one that is
     * `sparing`. Rejects with a sentence where the disk has no room for it.
     */
    async make(
      url: string,
      reason: BackupReason,
      { sparing }: { sparing?: string } = {},
    ): Promise<BackupFile> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      await removeParts(folder);
      await refuseWithoutRoom(url, await freeBytes(folder));
      const name = await freeName(clock(), reason);
      await writeBackup(url, pathOf(folder, name));
      await removeOldest((await list()).filter((one) => one.name !== sparing));
      const file = await fileOf(folder, name);
      if (!file) throw new Error(`The backup ${name} was taken away while it was made.`);
      return file;
    },
  };

  /**
   * Of several that are made in one second each is named by a second after the last, never by one
   * that became free: it would be the oldest, and go first.
   */
  async function freeName(now: number, reason: BackupReason): Promise<string> {
    const seconds = (await list())
      .map(({ madeAt }) => madeAt.getTime())
      .filter((madeAt) => Math.abs(madeAt - now) < MINUTE);
    return nameOf(new Date(Math.max(now, ...seconds.map((madeAt) => madeAt + 1_000))), reason);
  }
}

export type BackupsFolder = ReturnType<typeof backupsFolder>;

/** The disk is too small for one more. */
export class NoRoomError extends Error {}

interface FolderOptions {
  clock?: () => number;
  freeBytes?: (folder: string) => Promise<number>;
}

const NAME = /^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)-([a-z-]+)$/;
const ENDING = '.backup';

/** To be typed by a person, and in the order of time: '2026-11-28-193000-by-hand', in UTC. */
function nameOf(at: Date, reason: BackupReason): string {
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T');
  return `${day}-${time.replaceAll(':', '')}-${reason}`;
}

function pathOf(folder: string, name: string): string {
  return join(folder, `${name}${ENDING}`);
}

async function fileOf(folder: string, name: string): Promise<BackupFile | undefined> {
  const [, day, hours, minutes, seconds, last] = NAME.exec(name) ?? [];
  const reason = BACKUP_REASONS.find((one) => one === last);
  const path = pathOf(folder, name);
  const found = reason && (await stat(path).catch(() => undefined));
  if (!reason || !found?.isFile()) return undefined;
  const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return { name, path, reason, madeAt, bytes: found.size };
}

/** What a process that was killed had begun to write. */
async function removeParts(folder: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => name.endsWith(PART));
  const isOld = async (path: string) => {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    return Date.now() - mtimeMs > 60 * 60 * 1000;
  };
  for (const part of parts)
    if (await isOld(join(folder, part))) await rm(join(folder, part), { force: true });
}

async function removeOldest(newestFirst: readonly BackupFile[]): Promise<void> {
  const unasked = newestFirst.filter(({ reason }) => UNASKED.includes(reason));
  const asked = newestFirst.filter(({ reason }) => !UNASKED.includes(reason));
  for (const { path } of [...unasked.slice(KEPT), ...asked.slice(KEPT)])
    await rm(path, { force: true });
}

/** A backup is smaller than its database, which has indexes, and is packed. */
async function refuseWithoutRoom(url: string, free: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      'select pg_database_size(current_database())::float8 as bytes',
    );
    const needed = Number(rows[0]?.bytes) + LEAST_FREE_BYTES;
    if (free >= needed) return;
    const [has, needs] = [free, needed].map((bytes) => Math.round(bytes / 1024 / 1024));
    throw new NoRoomError(
      `There is no room for a backup: the disk has ${has} MB left, and ${needs} MB are wanted.`,
    );
  } finally {
    await client.end();
  }
}
