import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { BackupReason } from '#contract/backups.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { type Database, urlOf } from '../db/open.ts';
import { backupsFolder, KEPT } from './backups-folder.ts';
import { NIGHTLY_HOUR, startNightlyBackups } from './nightly.ts';

let database: Database;
let url: string;
beforeAll(async () => {
  database = await openTestDatabase();
  url = urlOf(database.db);
});
afterAll(() => database.close());

let dataDir: string;
let now: number;
let free: number;
const log = { info: vi.fn(), error: vi.fn() };
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-nightly-'));
  now = new Date(2026, 6, 3, NIGHTLY_HOUR - 1, 30).getTime();
  free = Number.POSITIVE_INFINITY;
  vi.clearAllMocks();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function open() {
  const clock = () => now;
  const folder = backupsFolder(dataDir, { clock, freeBytes: async () => free });
  const nightly = startNightlyBackups({ folder, url, log, clock });
  const look = async (hours: number) => {
    now += hours * 60 * 60 * 1000;
    await nightly.look();
    return (await folder.list()).length;
  };
  return { folder, look, close: nightly.close };
}

test('once a night, also where the server did not run at that hour', async () => {
  const first = open();
  // Of the night before: it was not up then.
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

test('the newest seven are kept; those that somebody asked for are no part of them', async () => {
  const { folder, look, close } = open();
  const byHand = await folder.make(url, 'by-hand');
  for (let night = 1; night <= KEPT + 2; night += 1) await look(24);
  now += 1_000;
  await folder.make(url, 'before-update');
  const kept = await folder.list();
  const of = (...reasons: BackupReason[]) => kept.filter(({ reason }) => reasons.includes(reason));
  expect(of('nightly', 'before-update')).toHaveLength(KEPT);
  expect(of('by-hand').map(({ name }) => name)).toEqual([byHand.name]);
  expect(kept[0]?.reason).toBe('before-update');
  expect(kept[1]?.madeAt.getTime()).toBe(now - 1_000);
  await close();
});

test('of more than are kept, all asked for in one second, the newest stay', async () => {
  const { folder, close } = open();
  const made: string[] = [];
  for (let n = 0; n < KEPT + 2; n += 1) made.push((await folder.make(url, 'by-hand')).name);
  expect((await folder.list()).map(({ name }) => name)).toEqual(made.slice(-KEPT).reverse());
  await close();
});

test("their owner alone can enter the folder, and what isn't a backup there is let be", async () => {
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

test('where the disk has no room there is none, and the log says so, once a night', async () => {
  const { look, close } = open();
  free = 64 * 1024 * 1024;
  expect(await look(0)).toBe(0);
  expect(await look(0.1)).toBe(0);
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { err: expect.objectContaining({ message: expect.stringMatching(/no room for a backup/) }) },
    'the nightly backup could not be made',
  );
  free = Number.POSITIVE_INFINITY;
  expect(await look(24)).toBe(1);
  await close();
});
