import { createDecipheriv, type createECDH, hkdfSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { createBrowser, openPushService } from '../../../tests/support/push-service.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import type { ClaimedNotification } from './claim.ts';
import { createPushChannel } from './push-channel.ts';
import { createDevicePush, loadVapidKeys } from './push-to-device.ts';
import { NotAcceptedError } from './send-notifications.ts';
import { sendTestPush } from './test-push.ts';

let app: TestApp;
let fan: Caller;
let service: Awaited<ReturnType<typeof openPushService>>;

beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Fan');
  service = await openPushService();
});
afterAll(async () => {
  service.close();
  await app.close();
});
beforeEach(async () => {
  service.requests.length = 0;
  for (const path of Object.keys(service.statuses)) delete service.statuses[path];
  await app.database.db.delete(pushSubscriptions);
});

async function addBrowser(name: string) {
  const { subscription, keys, secret } = createBrowser(name);
  expect((await fan.post('/api/user/push-subscriptions', subscription)).statusCode).toBe(204);
  return { read: (message: Buffer) => JSON.parse(decrypt(message, keys, secret).toString()) };
}

const createPushContext = () => {
  const band = { current: () => ({ contactEmail: 'us@example.com' }) } as never;
  return { db: app.database.db, band, publicUrl: undefined };
};

const show = {
  id: '5a1c3d1e-0000-4000-8000-000000000000',
  name: 'Barn Night',
  city: 'Burlington',
  timeZone: 'America/New_York',
  date: new Date('2030-07-04T23:30:00Z'),
};
const send = (overrides: Partial<ClaimedNotification> = {}) => {
  const clock = () => app.clock.now;
  const notification = {
    kind: 'result',
    about: '',
    points: 119,
    show,
    showId: show.id,
    userId: fan.userId,
    ...overrides,
  };
  return createPushChannel(
    { ...createPushContext(), clock },
    service.agent,
  )(notification as ClaimedNotification);
};
const listDevices = () =>
  app.database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, fan.userId));

it("sends a push that only the device can decrypt, signed with the site's key", async () => {
  const [phone, laptop] = [await addBrowser('phone'), await addBrowser('laptop')];
  await send();
  expect(service.requests.map(({ path }) => path).toSorted()).toEqual(['/laptop', '/phone']);
  for (const { path, headers, body } of service.requests) {
    const browser = path === '/phone' ? phone : laptop;
    expect(body.toString('latin1')).not.toContain('Barn');
    expect(browser.read(body)).toEqual({
      title: 'You scored 119 at Barn Night',
      body: 'See which songs you called, and how you ranked.',
      path: `/my-predictions?show=${show.id}`,
      tag: `show-${show.id}`,
      badge: 0,
    });
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      topic: show.id.replaceAll('-', ''),
      ttl: String(12 * 60 * 60),
    });
    const { publicKey } = await loadVapidKeys(app.database.db);
    const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(String(headers.authorization)) ?? [];
    expect(key).toBe(publicKey);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({
      aud: 'https://fcm.googleapis.com',
      sub: 'mailto:us@example.com',
    });
  }
});

it("states the lock and the new start in the venue's time zone", async () => {
  const { read } = await addBrowser('phone');
  for (const kind of ['reminder', 'moved'] as const) await send({ kind });
  expect(service.requests.map(({ body }) => read(body).body)).toEqual([
    'No prediction yet. Predictions lock on Thursday, July 4 at 6:30 PM EDT.',
    'Moved: now on Thursday, July 4 at 7:30 PM EDT.',
  ]);
});

it.each([404, 410])('deletes a device when its push service returns %i', async (status) => {
  await addBrowser('gone');
  await addBrowser('active');
  Object.assign(service.statuses, { '/gone': status });
  await send();
  expect((await listDevices()).map(({ endpoint }) => endpoint)).toEqual([
    'https://fcm.googleapis.com/active',
  ]);
});

it("sends the number of shows without a prediction as the app's badge", async () => {
  const tour = planTour(app);
  const { read } = await addBrowser('phone');
  const [ember = ''] = await tour.addSongs('Ember');
  const [predictedShow, , lockedShow] = [
    await tour.addShow(),
    await tour.addShow({ name: 'Not yet predicted' }),
    await tour.addShow({ name: 'Locked', date: new Date(app.clock.now + HOUR / 2) }),
  ];
  await tour.addShow({ name: 'Put off', status: 'postponed' });
  await tour.addPrediction(fan.userId, predictedShow, [ember]);
  const [bystander = ''] = await tour.addFans(1);
  await tour.addPrediction(bystander, lockedShow, [ember]);
  await send();
  expect(read(service.requests[0]?.body as Buffer).badge).toBe(1);
});

it('tests one device and reports the outcome', async () => {
  const { read } = await addBrowser('phone');
  await addBrowser('laptop');
  await addBrowser('gone');
  const push = createDevicePush(createPushContext(), service.agent);
  const attempt = (name: string, userId = fan.userId) => {
    const endpoint = `https://fcm.googleapis.com/${name}`;
    return sendTestPush(app.database.db, push, { userId, endpoint, site: 'Called It' });
  };
  expect(await attempt('phone')).toMatchObject({ isSent: true });
  expect(service.requests.map(({ path }) => path)).toEqual(['/phone']);
  expect(read(service.requests[0]?.body as Buffer)).toMatchObject({
    title: 'Called It',
    tag: 'trial',
  });
  Object.assign(service.statuses, { '/gone': 410, '/laptop': 403 });
  expect((await attempt('gone')).message).toContain('no longer knows this device');
  expect((await attempt('gone')).message).toContain('is not registered');
  expect(await attempt('laptop')).toEqual({
    isSent: false,
    message: 'The push service rejected the notification with status 403.',
  });
  expect((await attempt('phone', app.admin.userId)).message).toContain('is not registered');
  expect(service.requests).toHaveLength(3);
});

it('retries when a push service is busy, unless another device has shown the notification', async () => {
  await addBrowser('busy');
  Object.assign(service.statuses, { '/busy': 503 });
  await expect(send()).rejects.toBeInstanceOf(NotAcceptedError);
  await addBrowser('active');
  await send();
  expect(await listDevices()).toHaveLength(2);
});

it('sends nothing to a URL outside the known push services, even if it is in the table', async () => {
  await addBrowser('phone');
  await app.database.db
    .update(pushSubscriptions)
    .set({ endpoint: 'https://127.0.0.1/latest/meta-data' });
  await expect(send()).rejects.toThrow('The endpoint is not a push service');
  expect(service.requests).toEqual([]);
});

it('returns the same site keys on every server', async () => {
  const { db } = app.database;
  const keys = await Promise.all([loadVapidKeys(db), loadVapidKeys(db), loadVapidKeys(db)]);
  expect(new Set(keys.map(({ privateKey }) => privateKey)).size).toBe(1);
});

function decrypt(message: Buffer, keys: ReturnType<typeof createECDH>, secret: Buffer): Buffer {
  const salt = message.subarray(0, 16);
  const senderKey = message.subarray(21, 21 + message.readUInt8(20));
  const ciphertext = message.subarray(21 + senderKey.length);
  const sharedSecret = keys.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const input = Buffer.from(hkdfSync('sha256', sharedSecret, secret, info, 32));
  const deriveKey = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv(
    'aes-128-gcm',
    deriveKey('aes128gcm', 16),
    deriveKey('nonce', 12),
  );
  decipher.setAuthTag(ciphertext.subarray(-16));
  const plaintext = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2, followed by padding.
  return plaintext.subarray(0, plaintext.lastIndexOf(2));
}
