import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditRecord } from '#contract/audit.ts';
import type { Change } from '#contract/freshness.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addSong, ok } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import { checkInvariants } from '../invariants/check.ts';
import { loadVapidKeys } from '../notifications/push-to-device.ts';
import { loadSigningKey } from '../notifications/unsubscribe-token.ts';
import { openBackupsFolder } from './backups-folder.ts';

let dataDir: string;
let freeBytes: number;
let app: TestApp;
let admin: Caller;
const published: Change[] = [];
const bus = createLocalBus();
bus.subscribe((changes) => published.push(...changes));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-backups-'));
  freeBytes = Number.POSITIVE_INFINITY;
  app = await openTestApp({
    bus,
    backups: openBackupsFolder(dataDir, { freeBytes: async () => freeBytes }),
  });
  admin = app.admin;
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const createBackup = async () => ok(await admin.post('/api/admin/backups')).json().name as string;
const listBackups = async () => ok(await admin.get('/api/admin/backups')).json();
const restore = (name: string, typedName = name, caller = admin) =>
  caller.post(`/api/admin/backups/${name}/restore`, { name: typedName });
const listTitles = async (caller = admin) =>
  ok(await caller.get('/api/songs'))
    .json()
    .map(({ title }: { title: string }) => title);

test('lists a new backup and sends its file', async () => {
  const name = await createBackup();
  const [backup] = await listBackups();
  expect(backup).toMatchObject({ name, reason: 'by-hand', bytes: expect.any(Number) });
  const { headers, rawPayload } = await admin.get(`/api/admin/backups/${name}/file`);
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="called-it-${name}.backup"`,
    'content-type': 'application/octet-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(rawPayload.length).toBe(backup.bytes);
  expect(rawPayload.toString('latin1')).toMatch(/^called-it backup 1 /);
});

test('records downloads in the audit log', async () => {
  const name = await createBackup();
  const listDownloads = async () =>
    ok(await admin.get('/api/admin/audit?action=backup.download'))
      .json()
      .map(({ who, changes }: AuditRecord) => [who?.id, changes]);
  ok(await admin.get(`/api/admin/backups/${name}/file`));
  expect(await listDownloads()).toEqual([
    [admin.userId, [{ what: 'name', before: null, after: name }]],
  ]);
  expect((await admin.get('/api/admin/backups/none/file')).statusCode).toBe(404);
  expect(await listDownloads()).toHaveLength(1);
  expect(published).toContainEqual({ topic: 'audit', subjectId: null, version: 0 });
});

test('counts the rows that a restore would remove', async () => {
  await app.signUp('Early');
  const name = await createBackup();
  const readLoss = async () => ok(await admin.get(`/api/admin/backups/${name}/restore`)).json();
  const lossBefore = await readLoss();
  app.clock.now += 60_000;
  const lateFan = await app.signUp('Late');
  const thread = { title: 'Openers', category: 'General', content: 'Which one?' };
  ok(await lateFan.post('/api/forums/threads', thread));
  await addSong(admin, 'Ember');
  const { accounts, changes } = lossBefore;
  const expectedLoss = { accounts: accounts + 1, predictions: 0, threads: 1, changes: changes + 1 };
  expect(await readLoss()).toMatchObject(expectedLoss);
  expect((await admin.get('/api/admin/backups/none/restore')).statusCode).toBe(404);
});

test('restores everything, invalidates caches and pages, and keeps sessions', async () => {
  const fan = await app.signUp('Fan');
  const fanWithNewPassword = await app.signUp('Changed');
  const ember = await addSong(admin, 'Ember');
  const name = await createBackup();
  await addSong(admin, 'Fathom');
  const lateFan = await app.signUp('Came later');
  const body = { currentPassword: fanWithNewPassword.password, newPassword: 'another long one' };
  ok(await fanWithNewPassword.patch('/api/user/password', body));
  expect(await listTitles(fan)).toEqual(['Ember', 'Fathom']);
  published.length = 0;

  const restoration = ok(await restore(name)).json();
  expect(restoration).toMatchObject({ rows: expect.any(Number), brokenInvariants: [] });
  expect(ok(await admin.get(`/api/admin/backups/${name}/restore/outcome`)).json()).toEqual(
    restoration,
  );
  expect(
    (await admin.get(`/api/admin/backups/${restoration.savedAs}/restore/outcome`)).statusCode,
  ).toBe(404);
  expect(await listTitles(fan)).toEqual(['Ember']);
  expect(new Set(published.map(({ topic }) => topic)).size).toBeGreaterThan(10);
  expect((await lateFan.get('/api/songs')).statusCode).toBe(401);
  // The restored password is the old one, which may be compromised.
  expect((await fanWithNewPassword.get('/api/songs')).statusCode).toBe(401);
  const [song] = ok(await admin.get('/api/songs')).json();
  expect(song.version).toBeGreaterThan(ember.version);
  const brokenInvariants = (await checkInvariants(app.database.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  expect(brokenInvariants).toEqual([]);

  ok(await restore(restoration.savedAs));
  expect(await listTitles(fan)).toEqual(['Ember', 'Fathom']);
  expect((await listBackups()).map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
    ...['before-restore', 'before-restore', 'by-hand'],
  ]);
});

test("keeps the site's keys and the devices of accounts that still exist", async () => {
  const { db } = app.database;
  const addDevice = async (caller: Caller) => {
    const endpoint = `https://fcm.googleapis.com/${caller.userId}`;
    const body = { endpoint, keys: { p256dh: 'key', auth: 'auth' }, timeZone: 'Europe/Berlin' };
    ok(await caller.post('/api/user/push-subscriptions', body));
  };
  const listDevices = async () =>
    (await db.select().from(pushSubscriptions)).map(({ userId }) => userId);
  const readKeys = async () => [await loadVapidKeys(db), await loadSigningKey(db)];
  const fan = await app.signUp('Fan');
  const name = await createBackup();
  const lateFan = await app.signUp('Came later');
  const keysBefore = await readKeys();
  for (const caller of [fan, lateFan]) await addDevice(caller);
  ok(await restore(name));
  expect(await readKeys()).toEqual(keysBefore);
  expect(await listDevices()).toEqual([fan.userId]);
});

test('shows restored data on other nodes immediately', async () => {
  const otherServer = await app.openAnother();
  const headers = { cookie: admin.cookie ?? '' };
  const readFromOther = async () =>
    (await otherServer.inject({ url: '/api/songs', headers })).json();
  const name = await createBackup();
  await addSong(admin, 'Ember');
  expect(await readFromOther()).toHaveLength(1);
  ok(await restore(name));
  expect(await readFromOther()).toEqual([]);
});

test('saves every acknowledged change before a restore', async () => {
  const name = await createBackup();
  const addedTitles: string[] = [];
  const pendingWrites = (async () => {
    for (let number = 0; number < 40; number += 1) {
      const title = `Song ${number}`;
      const response = await admin.post('/api/songs', { title });
      if (response.statusCode === 201) addedTitles.push(title);
    }
  })();
  const { savedAs } = ok(await restore(name)).json();
  await pendingWrites;
  const titlesAfter = new Set(await listTitles());
  ok(await restore(savedAs));
  const titlesBefore = new Set(await listTitles());
  expect(
    addedTitles.filter((title) => !titlesAfter.has(title) && !titlesBefore.has(title)),
  ).toEqual([]);
  expect(addedTitles.length).toBeGreaterThan(0);
});

test('changes nothing if the typed name is wrong, the disk is full or the file is damaged', async () => {
  const name = await createBackup();
  await addSong(admin, 'Ember');
  for (const [typedName, status] of [
    ['', 400],
    ['yes', 400],
    [`${name} `, 400],
  ] as const)
    expect((await restore(name, typedName)).statusCode).toBe(status);
  expect((await restore('2026-01-01-000000-by-hand')).statusCode).toBe(404);
  expect((await restore('..%2f..%2fpackage')).statusCode).toBe(404);
  freeBytes = 0;
  expect((await restore(name)).json().message).toMatch(/Not enough space for a backup/);
  expect((await admin.post('/api/admin/backups')).statusCode).toBe(507);
  freeBytes = Number.POSITIVE_INFINITY;
  await writeFile(join(dataDir, 'backups', `${name}.backup`), 'not a backup');
  expect((await restore(name)).json()).toMatchObject({
    statusCode: 400,
    message: `The file ${name}.backup is not a Called It backup.`,
  });
  expect(await listTitles()).toEqual(['Ember']);
  expect(await readdir(join(dataDir, 'backups'))).toEqual([`${name}.backup`]);
});

test('allows only administrators to list, create, download and restore backups', async () => {
  const name = await createBackup();
  const fan = await app.signUp('Fan');
  for (const [caller, status] of [
    [fan, 403],
    [app.visitor, 401],
  ] as const) {
    expect((await caller.get('/api/admin/backups')).statusCode).toBe(status);
    expect((await caller.post('/api/admin/backups')).statusCode).toBe(status);
    expect((await caller.get(`/api/admin/backups/${name}/file`)).statusCode).toBe(status);
    expect((await restore(name, name, caller)).statusCode).toBe(status);
  }
  expect(await listBackups()).toHaveLength(1);
});
