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
import { vapidKeys } from '../notifications/push-to-device.ts';
import { signingKey } from '../notifications/unsubscribe-token.ts';
import { backupsFolder } from './backups-folder.ts';

let dataDir: string;
let free: number;
let stage: TestApp;
let admin: Caller;
const published: Change[] = [];
const bus = createLocalBus();
bus.subscribe((changes) => published.push(...changes));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-backups-'));
  free = Number.POSITIVE_INFINITY;
  stage = await openTestApp({
    bus,
    backups: backupsFolder(dataDir, { freeBytes: async () => free }),
  });
  admin = stage.admin;
});
afterEach(async () => {
  await stage.close();
  await rm(dataDir, { recursive: true, force: true });
});

const make = async () => ok(await admin.post('/api/admin/backups')).json().name as string;
const list = async () => ok(await admin.get('/api/admin/backups')).json();
const restore = (name: string, typed = name, by = admin) =>
  by.post(`/api/admin/backups/${name}/restore`, { name: typed });
const titles = async (by = admin) =>
  ok(await by.get('/api/songs'))
    .json()
    .map(({ title }: { title: string }) => title);

test('lists a new backup and sends its file', async () => {
  const name = await make();
  const [only] = await list();
  expect(only).toMatchObject({ name, reason: 'by-hand', bytes: expect.any(Number) });
  const { headers, rawPayload } = await admin.get(`/api/admin/backups/${name}/file`);
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="called-it-${name}.backup"`,
    'content-type': 'application/octet-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(rawPayload.length).toBe(only.bytes);
  expect(rawPayload.toString('latin1')).toMatch(/^called-it backup 1 /);
});

test('records downloads in the audit log', async () => {
  const name = await make();
  const downloads = async () =>
    ok(await admin.get('/api/admin/audit?action=backup.download'))
      .json()
      .map(({ who, changes }: AuditRecord) => [who?.id, changes]);
  ok(await admin.get(`/api/admin/backups/${name}/file`));
  expect(await downloads()).toEqual([
    [admin.userId, [{ what: 'name', before: null, after: name }]],
  ]);
  expect((await admin.get('/api/admin/backups/none/file')).statusCode).toBe(404);
  expect(await downloads()).toHaveLength(1);
  expect(published).toContainEqual({ topic: 'audit', subjectId: null, version: 0 });
});

test('counts what a restore would remove', async () => {
  await stage.signUp('Early');
  const name = await make();
  const lossOf = async () => ok(await admin.get(`/api/admin/backups/${name}/restore`)).json();
  // The name contains the second in which the backup started.
  const before = await lossOf();
  stage.clock.now += 60_000;
  const late = await stage.signUp('Late');
  const thread = { title: 'Openers', category: 'General', content: 'Which one?' };
  ok(await late.post('/api/forums/threads', thread));
  await addSong(admin, 'Ember');
  const { accounts, changes } = before;
  const since = { accounts: accounts + 1, predictions: 0, threads: 1, changes: changes + 1 };
  expect(await lossOf()).toMatchObject(since);
  expect((await admin.get('/api/admin/backups/none/restore')).statusCode).toBe(404);
});

test('restores everything, invalidates caches and pages, and keeps sessions', async () => {
  const fan = await stage.signUp('Fan');
  const changed = await stage.signUp('Changed');
  const ember = await addSong(admin, 'Ember');
  const name = await make();
  await addSong(admin, 'Fathom');
  const late = await stage.signUp('Came later');
  const body = { currentPassword: changed.password, newPassword: 'another long one' };
  ok(await changed.patch('/api/user/password', body));
  expect(await titles(fan)).toEqual(['Ember', 'Fathom']);
  published.length = 0;

  const answer = ok(await restore(name)).json();
  expect(answer).toMatchObject({ rows: expect.any(Number), brokenInvariants: [] });
  expect(await titles(fan)).toEqual(['Ember']);
  expect(new Set(published.map(({ topic }) => topic)).size).toBeGreaterThan(10);
  expect((await late.get('/api/songs')).statusCode).toBe(401);
  // The restored password is the old one, which may be compromised.
  expect((await changed.get('/api/songs')).statusCode).toBe(401);
  const [song] = ok(await admin.get('/api/songs')).json();
  expect(song.version).toBeGreaterThan(ember.version);
  const broken = (await checkInvariants(stage.database.db)).filter(({ rows }) => rows.length > 0);
  expect(broken).toEqual([]);

  ok(await restore(answer.savedAs));
  expect(await titles(fan)).toEqual(['Ember', 'Fathom']);
  expect((await list()).map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
    ...['before-restore', 'before-restore', 'by-hand'],
  ]);
});

test("keeps the site's keys and the devices of accounts that still exist", async () => {
  const { db } = stage.database;
  const addDevice = async (by: Caller) => {
    const endpoint = `https://fcm.googleapis.com/${by.userId}`;
    const body = { endpoint, keys: { p256dh: 'key', auth: 'auth' }, timeZone: 'Europe/Berlin' };
    ok(await by.post('/api/user/push-subscriptions', body));
  };
  const devices = async () =>
    (await db.select().from(pushSubscriptions)).map(({ userId }) => userId);
  const keys = async () => [await vapidKeys(db), await signingKey(db)];
  const fan = await stage.signUp('Fan');
  const name = await make();
  const late = await stage.signUp('Came later');
  const before = await keys();
  for (const caller of [fan, late]) await addDevice(caller);
  ok(await restore(name));
  expect(await keys()).toEqual(before);
  expect(await devices()).toEqual([fan.userId]);
});

test('shows restored data on other nodes at once', async () => {
  const other = await stage.openAnother();
  const headers = { cookie: admin.cookie ?? '' };
  const readFromOther = async () => (await other.inject({ url: '/api/songs', headers })).json();
  const name = await make();
  await addSong(admin, 'Ember');
  expect(await readFromOther()).toHaveLength(1);
  ok(await restore(name));
  expect(await readFromOther()).toEqual([]);
});

test('saves every acknowledged change before a restore', async () => {
  const name = await make();
  const added: string[] = [];
  const adding = (async () => {
    for (let number = 0; number < 40; number += 1) {
      const title = `Song ${number}`;
      const answer = await admin.post('/api/songs', { title });
      if (answer.statusCode === 201) added.push(title);
    }
  })();
  const { savedAs } = ok(await restore(name)).json();
  await adding;
  const after = new Set(await titles());
  ok(await restore(savedAs));
  const before = new Set(await titles());
  expect(added.filter((title) => !after.has(title) && !before.has(title))).toEqual([]);
  expect(added.length).toBeGreaterThan(0);
});

test('does nothing without the typed name, without space, or with a broken file', async () => {
  const name = await make();
  await addSong(admin, 'Ember');
  for (const [typed, status] of [
    ['', 400],
    ['yes', 400],
    [`${name} `, 400],
  ] as const)
    expect((await restore(name, typed)).statusCode).toBe(status);
  expect((await restore('2026-01-01-000000-by-hand')).statusCode).toBe(404);
  expect((await restore('..%2f..%2fpackage')).statusCode).toBe(404);
  free = 0;
  expect((await restore(name)).json().message).toMatch(/not enough space for a backup/);
  expect((await admin.post('/api/admin/backups')).statusCode).toBe(507);
  free = Number.POSITIVE_INFINITY;
  await writeFile(join(dataDir, 'backups', `${name}.backup`), 'nothing of ours');
  expect((await restore(name)).json()).toMatchObject({
    statusCode: 400,
    message: `The file ${name}.backup is not a backup of this product.`,
  });
  expect(await titles()).toEqual(['Ember']);
  expect(await readdir(join(dataDir, 'backups'))).toEqual([`${name}.backup`]);
});

test('allows only administrators to list, make, download and restore backups', async () => {
  const name = await make();
  const fan = await stage.signUp('Fan');
  for (const [caller, status] of [
    [fan, 403],
    [stage.visitor, 401],
  ] as const) {
    expect((await caller.get('/api/admin/backups')).statusCode).toBe(status);
    expect((await caller.post('/api/admin/backups')).statusCode).toBe(status);
    expect((await caller.get(`/api/admin/backups/${name}/file`)).statusCode).toBe(status);
    expect((await restore(name, name, caller)).statusCode).toBe(status);
  }
  expect(await list()).toHaveLength(1);
});
