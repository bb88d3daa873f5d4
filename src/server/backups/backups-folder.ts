import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { BACKUP_REASONS, type BackupReason } from '#contract/backups.ts';
import { MINUTE } from '#contract/durations.ts';
import { freeBytesOf, LEAST_FREE_BYTES } from '../db/disk-space.ts';
import type { AfterBackup } from './after-backup.ts';
import { type BackupFile, readHead } from './backup-file.ts';
import { findBrokenInvariants } from './broken-invariants.ts';
import { openReport } from './report.ts';
import { findExpired, newestFirst } from './retention.ts';
import { PARTIAL_SUFFIX, writeBackup } from './write-backup.ts';

interface FolderOptions {
  clock?: () => number;
  afterBackup?: AfterBackup | undefined;
  freeBytes?: (folder: string) => Promise<number>;
}

export function backupsFolder(
  dataDir: string,
  { clock = Date.now, freeBytes = freeBytesOf, afterBackup }: FolderOptions = {},
) {
  const folder = join(dataDir, 'backups');

  /** Newest first. */
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

  /** Doesn't remove other backups. Throws a `NoRoomError` without enough disk space. */
  async function add(url: string, reason: BackupReason): Promise<BackupFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await removePartialFiles(folder);
    await refuseWithoutRoom(url, await freeBytes(folder));
    const brokenInvariants = CHECKED.includes(reason) ? await findBrokenInvariants(url) : [];
    const now = clock();
    const name = await freeName(folder, now, reason);
    const takenAt = new Date(now).toISOString();
    await writeBackup(url, pathOf(folder, name), { takenAt, reason, brokenInvariants });
    const file = await fileOf(folder, name);
    if (!file) throw new Error(`The backup ${name} was removed while it was being made.`);
    return file;
  }

  async function removeDisplaced(...kept: readonly string[]): Promise<void> {
    for (const { name, path } of findExpired(await list()))
      if (!kept.includes(name)) await rm(path, { force: true });
  }

  return {
    list,
    report: openReport(dataDir),
    /** Safe for untrusted names: they must match `NAME`. */
    find: (name: string) => fileOf(folder, name),
    add,
    remove: ({ path }: BackupFile) => rm(path, { force: true }),
    removeDisplaced,
    /** Adds a backup, removes expired ones and runs `afterBackup`. */
    async make(url: string, reason: BackupReason): Promise<BackupFile> {
      const file = await add(url, reason);
      await removeDisplaced(file.name);
      void afterBackup?.run(file.path);
      return file;
    },
  };
}

export type BackupsFolder = ReturnType<typeof backupsFolder>;

export class NoRoomError extends Error {}

/** Others skip the check: an update may have an older schema, a restore blocks all writes. */
const CHECKED: readonly BackupReason[] = ['nightly', 'by-hand'];

const NAME = /^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)-([a-z-]+)$/;
const ENDING = '.backup';

/** For example '2026-11-28-193000-by-hand', in UTC. */
function nameOf(at: Date, reason: BackupReason): string {
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T');
  return `${day}-${time.replaceAll(':', '')}-${reason}`;
}

function pathOf(folder: string, name: string): string {
  return join(folder, `${name}${ENDING}`);
}

/** Names are a second apart. A free earlier name isn't reused: that backup would expire first. */
async function freeName(folder: string, now: number, reason: BackupReason): Promise<string> {
  const seconds = (await readdir(folder))
    .map((file) => timeInName(file.slice(0, -ENDING.length))?.getTime() ?? 0)
    .filter((second) => Math.abs(second - now) < MINUTE);
  return nameOf(new Date(Math.max(now, ...seconds.map((second) => second + 1_000))), reason);
}

function timeInName(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined;
}

async function fileOf(folder: string, name: string): Promise<BackupFile | undefined> {
  const reason = BACKUP_REASONS.find((known) => known === NAME.exec(name)?.[5]);
  const path = pathOf(folder, name);
  const found = reason && (await stat(path).catch(() => undefined));
  if (!reason || !found?.isFile()) return undefined;
  const head = await readHead(path).catch(() => undefined);
  return {
    name,
    path,
    reason: head?.reason ?? reason,
    madeAt: head ? new Date(head.takenAt) : (timeInName(name) ?? new Date(0)),
    bytes: found.size,
    brokenInvariants: head?.brokenInvariants ?? [],
    isReadable: head !== undefined,
  };
}

async function removePartialFiles(folder: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => name.endsWith(PARTIAL_SUFFIX));
  const isOld = async (path: string) => {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    return Date.now() - mtimeMs > 60 * 60 * 1000;
  };
  for (const part of parts)
    if (await isOld(join(folder, part))) await rm(join(folder, part), { force: true });
}

/** Requires the database's size. A backup is smaller: compressed and without indexes. */
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
      `There is not enough space for a backup: the disk has ${has} MB left, and ${needs} MB are needed.`,
    );
  } finally {
    await client.end();
  }
}
