import { copyFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { BackupReason } from '#contract/backups.ts';
import { DAY } from '#contract/durations.ts';
import { sql } from '../../../tests/support/template-database.ts';
import { openDatabaseWithAdmin } from '../../../tests/support/test-database.ts';
import { type Database, urlOf } from '../db/open.ts';
import { backupsFolder } from './backups-folder.ts';
import { electNode } from './elect-node.ts';
import { NIGHTLY_HOUR, startNightlyBackups } from './nightly-schedule.ts';
import { RETENTION } from './retention.ts';

let database: Database;
let url: string;
beforeAll(async () => {
  database = await openDatabaseWithAdmin();
  url = urlOf(database.db);
});
afterAll(() => database.close());

let dataDir: string;
let now: number;
let free: number;
const warned: string[] = [];
const log = { info: vi.fn(), error: vi.fn() };
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-nightly-'));
  now = new Date(2026, 6, 3, NIGHTLY_HOUR - 1, 30).getTime();
  free = Number.POSITIVE_INFINITY;
  warned.length = 0;
  vi.clearAllMocks();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function copyNamed(path: string, name: string): Promise<void> {
  await copyFile(path, join(dataDir, 'backups', `${name}.backup`));
}

function open(isChosen = async () => true) {
  const clock = () => now;
  const folder = backupsFolder(dataDir, { clock, freeBytes: async () => free });
  const nightly = startNightlyBackups({
    folder,
    url,
    log,
    warnAdministrators: (sentence) => warned.push(sentence),
    isChosen,
    clock,
  });
  const look = async (hours: number) => {
    now += hours * 60 * 60 * 1000;
    await nightly.look();
    return (await folder.list()).length;
  };
  return { folder, look, close: nightly.close };
}

test('makes one backup per night, also after downtime', async () => {
  const first = open();
  // The night before, when the server was not running.
  expect(await first.look(0)).toBe(1);
  expect(await first.look(0.4)).toBe(1);
  expect(await first.look(0.2)).toBe(2);
  expect(await first.look(12)).toBe(2);
  await first.close();
  const second = open();
  expect(await second.look(6)).toBe(2);
  expect(await second.look(10)).toBe(3);
  await second.close();
});

test('keeps the newest seven, not counting manual backups', async () => {
  const { folder, look, close } = open();
  const byHand = await folder.make(url, 'by-hand');
  for (let night = 1; night <= RETENTION + 2; night += 1) await look(24);
  now += 1_000;
  await folder.make(url, 'before-update');
  const kept = await folder.list();
  const filesOf = (...reasons: BackupReason[]) =>
    kept.filter(({ reason }) => reasons.includes(reason));
  expect(filesOf('nightly', 'before-update')).toHaveLength(RETENTION);
  expect(filesOf('by-hand').map(({ name }) => name)).toEqual([byHand.name]);
  expect(kept[0]?.reason).toBe('before-update');
  expect(kept[1]?.madeAt.getTime()).toBe(now - 1_000);
  await close();
});

test('keeps the newest of many backups made in one second', async () => {
  const { folder, close } = open();
  const made: string[] = [];
  for (let n = 0; n < RETENTION + 2; n += 1) made.push((await folder.make(url, 'by-hand')).name);
  expect((await folder.list()).map(({ name }) => name)).toEqual(made.slice(-RETENTION).reverse());
  await close();
});

test('keeps the new backup when seven files carry names in the future', async () => {
  const { folder, close } = open();
  const byHand = await folder.make(url, 'by-hand');
  const dates = Array.from({ length: RETENTION }, (_, n) => `209${n}-01-01`);
  for (const date of dates) await copyNamed(byHand.path, `${date}-040000-by-hand`);
  now += 2_000;
  const made = await folder.make(url, 'by-hand');
  const names = (await folder.list()).map(({ name }) => name);
  expect(names[0]).toBe(made.name);
  // The head has the time, whatever the name of a copy says.
  expect((await folder.find('2096-01-01-040000-by-hand'))?.madeAt).toEqual(byHand.madeAt);
  await close();
});

test('ranks a backup whose own head is dated in the future behind the others, and keeps the new one', async () => {
  const { folder, close } = open();
  const early = await folder.make(url, 'by-hand');
  now += 365 * DAY;
  for (let n = 0; n < RETENTION; n += 1) await folder.make(url, 'by-hand');
  now -= 364 * DAY;
  // After the clock was corrected, files from the wrong time expire first.
  const made = await folder.make(url, 'by-hand');
  const names = (await folder.list()).map(({ name }) => name);
  expect(names).toHaveLength(RETENTION);
  expect(names.slice(0, 1)).toEqual([made.name]);
  expect(names).not.toContain(early.name);
  await close();
});

test('counts backups made before a restore separately', async () => {
  const { folder, close } = open();
  const byHand = await folder.make(url, 'by-hand');
  for (let n = 0; n < RETENTION + 1; n += 1) {
    now += 1_000;
    await folder.make(url, 'before-restore');
  }
  const kept = (await folder.list()).map(({ reason }) => reason);
  expect(kept.filter((reason) => reason === 'before-restore')).toHaveLength(RETENTION);
  expect(await folder.find(byHand.name)).toBeDefined();
  await close();
});

test('keeps a file whose head it cannot read', async () => {
  const { folder, close } = open();
  await folder.make(url, 'by-hand');
  const unreadable = join(dataDir, 'backups', '2020-01-01-040000-by-hand.backup');
  await writeFile(unreadable, 'called-it backup 9 of a newer version');
  for (let n = 0; n < RETENTION; n += 1) {
    now += 1_000;
    await folder.make(url, 'by-hand');
  }
  expect(await folder.list()).toHaveLength(RETENTION + 1);
  expect(await folder.find('2020-01-01-040000-by-hand')).toMatchObject({ isReadable: false });
  await close();
});

test('keeps backups of inconsistent data apart and warns administrators', async () => {
  const { folder, look, close } = open();
  for (let night = 0; night < RETENTION; night += 1) await look(24);
  const good = (await folder.list()).map(({ name }) => name);
  await sql(
    url,
    `insert into forum_threads (title, category, author_id, reply_count)
    select 'Openers', 'General', id, 7 from users`,
  );
  for (let night = 0; night < 2; night += 1) await look(24);
  const all = await folder.list();
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(good));
  const broken = [expect.stringMatching(/^a thread's replies/)];
  expect(all.slice(0, 2)).toMatchObject([
    { brokenInvariants: broken },
    { brokenInvariants: broken },
  ]);
  expect(warned).toEqual([
    expect.stringContaining('Its data is inconsistent'),
    expect.stringContaining('Its data is inconsistent'),
  ]);
  expect((await folder.report.read()).nightly).toMatchObject({
    isGood: false,
    says: expect.stringContaining("a thread's replies"),
  });
  await sql(url, 'delete from forum_threads');
  await look(24);
  expect((await folder.report.read()).nightly).toMatchObject({ isGood: true, says: '' });
  expect(warned).toHaveLength(2);
  await close();
});

test('makes no backup while another node is elected', async () => {
  const [first, second] = [electNode(url), electNode(url)];
  expect([await first.isChosen(), await second.isChosen()]).toEqual([true, false]);
  const { look, close } = open(second.isChosen);
  expect(await look(0)).toBe(0);
  // After the first node has stopped.
  await first.close();
  expect(await look(0.2)).toBe(1);
  expect(await first.isChosen()).toBe(false);
  await Promise.all([close(), second.close(), first.close()]);
});

test('restricts the folder to its owner and leaves other files alone', async () => {
  const { folder, look, close } = open();
  await look(0);
  const home = join(dataDir, 'backups');
  await writeFile(join(home, 'notes.txt'), 'mine');
  await writeFile(join(home, '..nightly.backup'), 'not ours');
  expect((await stat(home)).mode & 0o777).toBe(0o700);
  expect(await folder.list()).toHaveLength(1);
  await look(24);
  expect(await readdir(home)).toContain('notes.txt');
  expect(await folder.find('../notes.txt')).toBeUndefined();
  await close();
});

test('logs once per night when the disk has too little space', async () => {
  const { look, close } = open();
  free = 64 * 1024 * 1024;
  expect(await look(0)).toBe(0);
  expect(await look(0.1)).toBe(0);
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    {
      err: expect.objectContaining({
        message: expect.stringMatching(/not enough space for a backup/),
      }),
    },
    'the nightly backup could not be made',
  );
  expect(warned).toEqual([expect.stringContaining('not enough space for a backup')]);
  free = Number.POSITIVE_INFINITY;
  expect(await look(24)).toBe(1);
  await close();
});
