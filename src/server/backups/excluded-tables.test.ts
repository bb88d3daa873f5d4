import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBrowser, openPushService } from '../../../tests/support/push-service.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { ok } from '../../../tests/support/tour.ts';
import { readMigrations } from '../db/migrate.ts';
import { urlOf } from '../db/open.ts';
import { pushSubscriptions, siteKeys } from '../db/schema/notifications.ts';
import { pushToDevice, vapidKeys } from '../notifications/push-to-device.ts';
import { signingKey } from '../notifications/unsubscribe-token.ts';
import { HEAD_BYTES, headBytes } from './backup-file.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let stage: TestApp;
const url = () => urlOf(stage.database.db);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-left-out-'));
  stage = await openTestApp();
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

test('contains no session, token or key of the site', async () => {
  const { db } = stage.database;
  const { privateKey } = await vapidKeys(db);
  const secrets = [privateKey, await signingKey(db), 'https://fcm.googleapis.com/phone'];
  const device = { endpoint: secrets[2], keys: { p256dh: 'key', auth: 'auth' } };
  const body = { ...device, timeZone: 'Europe/Berlin' };
  ok(await stage.admin.post('/api/user/push-subscriptions', body));
  const path = join(folder, 'stolen.backup');
  const { tables } = await writeBackup(url(), path);
  const saved = tables.map(({ name }) => name);
  const all = readMigrations().at(-1)?.tables ?? [];
  expect(all.filter((name) => !saved.includes(name)).toSorted()).toEqual([
    ...['one_time_tokens', 'push_subscriptions', 'sessions', 'site_keys'],
  ]);
  const text = gunzipSync((await readFile(path)).subarray(HEAD_BYTES)).toString();
  expect(text).toContain(stage.admin.email);
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('ignores keys in backups of earlier versions, because copies of them may be in other hands', async () => {
  const row = Buffer.from('vapid\tstolen\n');
  const path = join(folder, 'earlier.backup');
  const head = await writeBackup(url(), path);
  const names = { name: 'site_keys', columns: ['name', 'value'] };
  const tables = [
    ...head.tables,
    { ...names, rows: 1, bytes: row.length, sha256: hash('sha256', row) },
  ];
  const rows = gunzipSync((await readFile(path)).subarray(HEAD_BYTES));
  const packed = gzipSync(Buffer.concat([rows, row]));
  const body = { bytes: packed.length, sha256: hash('sha256', packed) };
  await writeFile(path, Buffer.concat([headBytes({ ...head, tables, body }), packed]));
  const other = await openTestDatabase();
  await restoreBackup(urlOf(other.db), path);
  expect(await other.db.$count(siteKeys)).toBe(0);
  await other.close();
});

test('a restored site creates new push keys, and pushes once its fans return', async () => {
  const { publicKey } = await vapidKeys(stage.database.db);
  const path = join(folder, 'moving.backup');
  await writeBackup(url(), path);
  const elsewhere = await openTestDatabase();
  await restoreBackup(urlOf(elsewhere.db), path);
  const { db } = elsewhere;
  expect(await db.$count(pushSubscriptions)).toBe(0);

  // On a visit the browser subscribes with the new key.
  const moved = await openTestApp({}, async () => elsewhere);
  const { subscription } = makeBrowser('phone');
  ok(await moved.admin.post('/api/user/push-subscriptions', subscription));
  const service = await openPushService();
  const band = { known: () => ({ contactEmail: 'us@example.com' }) } as never;
  const push = pushToDevice({ db, band, publicUrl: undefined }, service.agent);
  const device = { endpoint: subscription.endpoint, ...subscription.keys };
  await push(device, { title: 'Barn Night', body: 'Scored', path: '/', tag: 'show-1' });
  const { publicKey: renewed } = await vapidKeys(db);
  expect(renewed).not.toBe(publicKey);
  expect(service.pushed.map(({ headers }) => headers.authorization)).toEqual([
    expect.stringContaining(`k=${renewed}`),
  ]);
  service.close();
  await moved.close();
});
