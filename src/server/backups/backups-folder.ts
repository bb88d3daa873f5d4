import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { BACKUP_REASONS, type BackupReason } from '#contract/backups.ts';
import { freeBytesOf, LEAST_FREE_BYTES } from '../db/disk-space.ts';
import type { AfterBackup } from './after-backup.ts';
import { type BackupFile, readHead } from './backup-file.ts';
import { findBrokenInvariants } from './broken-invariants.ts';
import { reportIn } from './report.ts';
import { findExpired, newestFirst } from './retention.ts';
import { PART, writeBackup } from './write-backup.ts';

interface FolderOptions {
  clock?: () => number;
  /** Gets each backup that is made to be kept. */
  afterBackup?: AfterBackup | undefined;
  freeBytes?: (folder: string) => Promise<number>;
}

/** The backups in a data folder. `freeBytes` tells what its disk has left. */
export function backupsFolder(
  dataDir: string,
  { clock = Date.now, freeBytes = freeBytesOf, afterBackup }: FolderOptions = {},
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
    return newestFirst(
      files.filter((file) => file !== undefined),
      clock(),
    );
  }

  /**
   * Saves the database of a URL, and removes no other backup. Data that breaks an invariant is saved too,
   * and says so. Rejects with a sentence where the disk has no room.
   */
  async function add(url: string, reason: BackupReason): Promise<BackupFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await removeParts(folder);
    await refuseWithoutRoom(url, await freeBytes(folder));
    const brokenInvariants = CHECKED.includes(reason) ? await findBrokenInvariants(url) : [];
    const now = clock();
    const name = await freeName(folder, now, reason);
    const takenAt = new Date(now).toISOString();
    await writeBackup(url, pathOf(folder, name), { takenAt, reason, brokenInvariants });
    const file = await fileOf(folder, name);
    if (!file) throw new Error(`The backup ${name} was taken away while it was made.`);
    return file;
  }

  /** Removes what newer backups have displaced, but not the backups of these names. */
  async function removeDisplaced(...sparing: readonly string[]): Promise<void> {
    for (const { name, path } of findExpired(await list()))
      if (!sparing.includes(name)) await rm(path, { force: true });
  }

  return {
    list,
    report: reportIn(dataDir),
    /** The backup of that name; undefined where there is none, or none that was named here. */
    find: (name: string) => fileOf(folder, name),
    add,
    remove: ({ path }: BackupFile) => rm(path, { force: true }),
    removeDisplaced,
    /** Saves the database of a URL, then removes what that displaces, but never what it just made. */
    async make(url: string, reason: BackupReason): Promise<BackupFile> {
      const file = await add(url, reason);
      await removeDisplaced(file.name);
      void afterBackup?.run(file.path);
      return file;
    },
  };
}

export type BackupsFolder = ReturnType<typeof backupsFolder>;

/** The disk is too small for one more. */
export class NoRoomError extends Error {}

/** An update's database may have an older schema, and before a restore everybody waits. */
const CHECKED: readonly BackupReason[] = ['nightly', 'by-hand'];

const NAME = /^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)-([a-z-]+)$/;
const ENDING = '.backup';
const MINUTE_MS = 60 * 1000;

/** To be typed by a person, and in the order of time: '2026-11-28-193000-by-hand', in UTC. */
function nameOf(at: Date, reason: BackupReason): string {
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T');
  return `${day}-${time.replaceAll(':', '')}-${reason}`;
}

function pathOf(folder: string, name: string): string {
  return join(folder, `${name}${ENDING}`);
}

/**
 * Of several that are made in one second each is named by a second after the last, never by one that
 * became free: it would be the oldest, and go first.
 */
async function freeName(folder: string, now: number, reason: BackupReason): Promise<string> {
  const seconds = (await readdir(folder))
    .map((file) => namedAt(file.slice(0, -ENDING.length))?.getTime() ?? 0)
    .filter((second) => Math.abs(second - now) < MINUTE_MS);
  return nameOf(new Date(Math.max(now, ...seconds.map((second) => second + 1_000))), reason);
}

function namedAt(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined;
}

async function fileOf(folder: string, name: string): Promise<BackupFile | undefined> {
  const reason = BACKUP_REASONS.find((one) => one === NAME.exec(name)?.[5]);
  const path = pathOf(folder, name);
  const found = reason && (await stat(path).catch(() => undefined));
  if (!reason || !found?.isFile()) return undefined;
  const head = await readHead(path).catch(() => undefined);
  return {
    name,
    path,
    reason: head?.reason ?? reason,
    madeAt: head ? new Date(head.takenAt) : (namedAt(name) ?? new Date(0)),
    bytes: found.size,
    brokenInvariants: head?.brokenInvariants ?? [],
    isReadable: head !== undefined,
  };
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
