import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowser, openPushService } from '../../../tests/support/push-service.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { ok } from '../../../tests/support/tour.ts';
import { readMigrations } from '../db/migrate.ts';
import { connectionUrl } from '../db/open.ts';
import { pushSubscriptions, siteKeys } from '../db/schema/notifications.ts';
import { createDevicePush, loadVapidKeys } from '../notifications/push-to-device.ts';
import { loadSigningKey } from '../notifications/unsubscribe-token.ts';
import { HEADER_BYTES, serializeHeader } from './backup-file.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let app: TestApp;
const getUrl = () => connectionUrl(app.database.db);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-left-out-'));
  app = await openTestApp();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test('a backup contains no session, token, secret address or site key', async () => {
  const { db } = app.database;
  const { privateKey } = await loadVapidKeys(db);
  const secrets = [privateKey, await loadSigningKey(db), 'https://fcm.googleapis.com/phone'];
  const device = { endpoint: secrets[2], keys: { p256dh: 'key', auth: 'auth' } };
  const body = { ...device, timeZone: 'Europe/Berlin' };
  ok(await app.admin.post('/api/user/push-subscriptions', body));
  const path = join(folder, 'stolen.backup');
  const { tables } = await writeBackup(getUrl(), path);
  const saved = tables.map(({ name }) => name);
  const allTables = readMigrations().at(-1)?.tables ?? [];
  expect(allTables.filter((name) => !saved.includes(name)).toSorted()).toEqual([
    ...['api_tokens', 'calendar_links', 'one_time_tokens', 'push_subscriptions'],
    ...['sessions', 'site_keys', 'webhook_deliveries', 'webhooks'],
  ]);
  const rowsText = gunzipSync((await readFile(path)).subarray(HEADER_BYTES)).toString();
  expect(rowsText).toContain(app.admin.email);
  for (const secret of secrets) expect(rowsText).not.toContain(secret);
});

test('a restore ignores the site keys in old backups, because they may have been stolen', async () => {
  const forgedRow = Buffer.from('vapid\tstolen\n');
  const path = join(folder, 'earlier.backup');
  const header = await writeBackup(getUrl(), path);
  const names = { name: 'site_keys', columns: ['name', 'value'] };
  const tables = [
    ...header.tables,
    { ...names, rows: 1, bytes: forgedRow.length, sha256: hash('sha256', forgedRow) },
  ];
  const rows = gunzipSync((await readFile(path)).subarray(HEADER_BYTES));
  const packed = gzipSync(Buffer.concat([rows, forgedRow]));
  const body = { bytes: packed.length, sha256: hash('sha256', packed) };
  await writeFile(path, Buffer.concat([serializeHeader({ ...header, tables, body }), packed]));
  const otherDatabase = await openTestDatabase();
  await restoreBackup(connectionUrl(otherDatabase.db), path);
  expect(await otherDatabase.db.$count(siteKeys)).toBe(0);
  await otherDatabase.close();
});

test('a restored site creates new push keys, and pushes once its fans return', async () => {
  const { publicKey } = await loadVapidKeys(app.database.db);
  const path = join(folder, 'moving.backup');
  await writeBackup(getUrl(), path);
  const otherDatabase = await openTestDatabase();
  await restoreBackup(connectionUrl(otherDatabase.db), path);
  const { db } = otherDatabase;
  expect(await db.$count(pushSubscriptions)).toBe(0);

  const movedApp = await openTestApp({}, async () => otherDatabase);
  const { subscription } = createBrowser('phone');
  ok(await movedApp.admin.post('/api/user/push-subscriptions', subscription));
  const service = await openPushService();
  const band = { current: () => ({ contactEmail: 'us@example.com' }) } as never;
  const push = createDevicePush({ db, band, publicUrl: undefined }, service.agent);
  const device = { endpoint: subscription.endpoint, ...subscription.keys };
  await push(device, { title: 'Barn Night', body: 'Scored', path: '/', tag: 'show-1' });
  const { publicKey: newKey } = await loadVapidKeys(db);
  expect(newKey).not.toBe(publicKey);
  expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([
    expect.stringContaining(`k=${newKey}`),
  ]);
  service.close();
  await movedApp.close();
});
