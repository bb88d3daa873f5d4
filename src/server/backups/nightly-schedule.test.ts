import { copyFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { BackupReason } from '#contract/backups.ts';
import { DAY } from '#contract/durations.ts';
import { sql } from '../../../tests/support/template-database.ts';
import { openDatabaseWithAdmin } from '../../../tests/support/test-database.ts';
import { connectionUrl, type Database } from '../db/open.ts';
import { openBackupsFolder } from './backups-folder.ts';
import { createLeaderElection } from './leader-election.ts';
import { NIGHTLY_HOUR, startNightlyBackups } from './nightly-schedule.ts';
import { BACKUPS_KEPT_PER_KIND } from './retention.ts';

let database: Database;
let url: string;
beforeAll(async () => {
  database = await openDatabaseWithAdmin();
  url = connectionUrl(database.db);
});
afterAll(() => database.close());

let dataDir: string;
let now: number;
let freeBytes: number;
const warnings: string[] = [];
const log = { info: vi.fn(), error: vi.fn() };
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-nightly-'));
  now = new Date(2026, 6, 3, NIGHTLY_HOUR - 1, 30).getTime();
  freeBytes = Number.POSITIVE_INFINITY;
  warnings.length = 0;
  vi.clearAllMocks();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function copyBackup(path: string, name: string): Promise<void> {
  await copyFile(path, join(dataDir, 'backups', `${name}.backup`));
}

function startSchedule(isLeader = async () => true) {
  const clock = () => now;
  const folder = openBackupsFolder(dataDir, { clock, freeBytes: async () => freeBytes });
  const nightly = startNightlyBackups({
    folder,
    url,
    log,
    warnAdministrators: (message) => warnings.push(message),
    isLeader,
    clock,
  });
  const checkAfter = async (hours: number) => {
    now += hours * 60 * 60 * 1000;
    await nightly.check();
    return (await folder.list()).length;
  };
  return { folder, checkAfter, close: nightly.close };
}

test('makes one backup per night, even after downtime', async () => {
  const firstSchedule = startSchedule();
  expect(await firstSchedule.checkAfter(0)).toBe(1);
  expect(await firstSchedule.checkAfter(0.4)).toBe(1);
  expect(await firstSchedule.checkAfter(0.2)).toBe(2);
  expect(await firstSchedule.checkAfter(12)).toBe(2);
  await firstSchedule.close();
  const secondSchedule = startSchedule();
  expect(await secondSchedule.checkAfter(6)).toBe(2);
  expect(await secondSchedule.checkAfter(10)).toBe(3);
  await secondSchedule.close();
});

test('keeps the newest seven, not counting manual backups', async () => {
  const { folder, checkAfter, close } = startSchedule();
  const manualBackup = await folder.create(url, 'by-hand');
  for (let night = 1; night <= BACKUPS_KEPT_PER_KIND + 2; night += 1) await checkAfter(24);
  now += 1_000;
  await folder.create(url, 'before-update');
  const remainingFiles = await folder.list();
  const filterByReason = (...reasons: BackupReason[]) =>
    remainingFiles.filter(({ reason }) => reasons.includes(reason));
  expect(filterByReason('nightly', 'before-update')).toHaveLength(BACKUPS_KEPT_PER_KIND);
  expect(filterByReason('by-hand').map(({ name }) => name)).toEqual([manualBackup.name]);
  expect(remainingFiles[0]?.reason).toBe('before-update');
  expect(remainingFiles[1]?.madeAt.getTime()).toBe(now - 1_000);
  await close();
});

test('keeps the newest of many backups made in one second', async () => {
  const { folder, close } = startSchedule();
  const names: string[] = [];
  for (let n = 0; n < BACKUPS_KEPT_PER_KIND + 2; n += 1)
    names.push((await folder.create(url, 'by-hand')).name);
  expect((await folder.list()).map(({ name }) => name)).toEqual(
    names.slice(-BACKUPS_KEPT_PER_KIND).reverse(),
  );
  await close();
});

test('keeps the new backup when the names of seven files have future dates', async () => {
  const { folder, close } = startSchedule();
  const manualBackup = await folder.create(url, 'by-hand');
  const dates = Array.from({ length: BACKUPS_KEPT_PER_KIND }, (_, n) => `209${n}-01-01`);
  for (const date of dates) await copyBackup(manualBackup.path, `${date}-040000-by-hand`);
  now += 2_000;
  const backup = await folder.create(url, 'by-hand');
  const names = (await folder.list()).map(({ name }) => name);
  expect(names[0]).toBe(backup.name);
  expect((await folder.find('2096-01-01-040000-by-hand'))?.madeAt).toEqual(manualBackup.madeAt);
  await close();
});

test('ranks a backup dated in the future behind the others, and keeps the new one', async () => {
  const { folder, close } = startSchedule();
  const oldBackup = await folder.create(url, 'by-hand');
  now += 365 * DAY;
  for (let n = 0; n < BACKUPS_KEPT_PER_KIND; n += 1) await folder.create(url, 'by-hand');
  now -= 364 * DAY;
  const backup = await folder.create(url, 'by-hand');
  const names = (await folder.list()).map(({ name }) => name);
  expect(names).toHaveLength(BACKUPS_KEPT_PER_KIND);
  expect(names.slice(0, 1)).toEqual([backup.name]);
  expect(names).not.toContain(oldBackup.name);
  await close();
});

test('counts backups made before a restore separately', async () => {
  const { folder, close } = startSchedule();
  const manualBackup = await folder.create(url, 'by-hand');
  for (let n = 0; n < BACKUPS_KEPT_PER_KIND + 1; n += 1) {
    now += 1_000;
    await folder.create(url, 'before-restore');
  }
  const remainingReasons = (await folder.list()).map(({ reason }) => reason);
  expect(remainingReasons.filter((reason) => reason === 'before-restore')).toHaveLength(
    BACKUPS_KEPT_PER_KIND,
  );
  expect(await folder.find(manualBackup.name)).toBeDefined();
  await close();
});

test('keeps a file whose header is unreadable', async () => {
  const { folder, close } = startSchedule();
  await folder.create(url, 'by-hand');
  const unreadable = join(dataDir, 'backups', '2020-01-01-040000-by-hand.backup');
  await writeFile(unreadable, 'called-it backup 9 from a newer version');
  for (let n = 0; n < BACKUPS_KEPT_PER_KIND; n += 1) {
    now += 1_000;
    await folder.create(url, 'by-hand');
  }
  expect(await folder.list()).toHaveLength(BACKUPS_KEPT_PER_KIND + 1);
  expect(await folder.find('2020-01-01-040000-by-hand')).toMatchObject({ isReadable: false });
  await close();
});

test('keeps backups of inconsistent data in addition to good ones and warns administrators', async () => {
  const { folder, checkAfter, close } = startSchedule();
  for (let night = 0; night < BACKUPS_KEPT_PER_KIND; night += 1) await checkAfter(24);
  const goodNames = (await folder.list()).map(({ name }) => name);
  await sql(
    url,
    `insert into forum_threads (title, category, author_id, reply_count)
    select 'Openers', 'General', id, 7 from users`,
  );
  for (let night = 0; night < 2; night += 1) await checkAfter(24);
  const files = await folder.list();
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(goodNames));
  const violations = [expect.stringMatching(/^a thread's reply count/)];
  expect(files.slice(0, 2)).toMatchObject([
    { brokenInvariants: violations },
    { brokenInvariants: violations },
  ]);
  expect(warnings).toEqual([
    expect.stringContaining('Its data is inconsistent'),
    expect.stringContaining('Its data is inconsistent'),
  ]);
  expect((await folder.report.read()).nightly).toMatchObject({
    isGood: false,
    says: expect.stringContaining("a thread's reply count"),
  });
  await sql(url, 'delete from forum_threads');
  await checkAfter(24);
  expect((await folder.report.read()).nightly).toMatchObject({ isGood: true, says: '' });
  expect(warnings).toHaveLength(2);
  await close();
});

test('makes no backup while another node is the leader', async () => {
  const [firstNode, secondNode] = [createLeaderElection(url), createLeaderElection(url)];
  expect([await firstNode.isLeader(), await secondNode.isLeader()]).toEqual([true, false]);
  const { checkAfter, close } = startSchedule(secondNode.isLeader);
  expect(await checkAfter(0)).toBe(0);
  await firstNode.close();
  expect(await checkAfter(0.2)).toBe(1);
  expect(await firstNode.isLeader()).toBe(false);
  await Promise.all([close(), secondNode.close(), firstNode.close()]);
});

test('restricts the folder to its owner and leaves other files alone', async () => {
  const { folder, checkAfter, close } = startSchedule();
  await checkAfter(0);
  const backupsPath = join(dataDir, 'backups');
  await writeFile(join(backupsPath, 'notes.txt'), 'mine');
  await writeFile(join(backupsPath, '..nightly.backup'), 'not ours');
  expect((await stat(backupsPath)).mode & 0o777).toBe(0o700);
  expect(await folder.list()).toHaveLength(1);
  await checkAfter(24);
  expect(await readdir(backupsPath)).toContain('notes.txt');
  expect(await folder.find('../notes.txt')).toBeUndefined();
  await close();
});

test('logs once per night when the disk has too little space', async () => {
  const { checkAfter, close } = startSchedule();
  freeBytes = 64 * 1024 * 1024;
  expect(await checkAfter(0)).toBe(0);
  expect(await checkAfter(0.1)).toBe(0);
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    {
      err: expect.objectContaining({
        message: expect.stringMatching(/Not enough space for a backup/),
      }),
    },
    'the nightly backup failed',
  );
  expect(warnings).toEqual([expect.stringContaining('Not enough space for a backup')]);
  freeBytes = Number.POSITIVE_INFINITY;
  expect(await checkAfter(24)).toBe(1);
  await close();
});
