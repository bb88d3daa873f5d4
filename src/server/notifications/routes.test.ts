import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTIFICATION_DEFAULTS, UNSUBSCRIBE_PATH } from '#contract/notifications.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createTestMailer } from '../../../tests/support/test-mailer.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { pushSubscriptions, siteKeys } from '../db/schema/notifications.ts';
import { createCspHash } from '../pages/render-sources.ts';
import type { ClaimedNotification } from './claim.ts';
import { createEmailChannel } from './email-channel.ts';
import { createUnsubscribeToken, loadSigningKey } from './unsubscribe-token.ts';

let app: TestApp;
let fan: Caller;
let bystander: Caller;
beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Fan');
  bystander = await app.signUp('Bystander');
});
afterAll(() => app.close());

const readChoices = async (caller: Caller) => (await caller.get('/api/user/notices')).json();
const buildUnsubscribeUrl = async (caller: Caller) => {
  const key = await loadSigningKey(app.database.db);
  const token = createUnsubscribeToken({ userId: caller.userId, kind: 'result' }, key);
  return `${UNSUBSCRIBE_PATH}?token=${token}`;
};

it("stores each fan's choices one by one", async () => {
  expect(await readChoices(fan)).toMatchObject(NOTIFICATION_DEFAULTS);
  const response = await fan.patch('/api/user/notices', {
    channel: 'mail',
    kind: 'moved',
    isWanted: false,
  });
  expect(response.json().mail).toEqual({ ...NOTIFICATION_DEFAULTS.mail, moved: false });
  expect((await readChoices(fan)).mail.moved).toBe(false);
  expect(await readChoices(bystander)).toMatchObject(NOTIFICATION_DEFAULTS);
});

it('sends an email with one-click headers and a link that works without signing in', async () => {
  const mailer = createTestMailer({ isConfigured: true });
  const { db } = app.database;
  const band = { current: () => ({ productName: 'Called It' }) } as never;
  const publicUrl = 'https://calledit.example';
  const send = createEmailChannel({ db, mailer, band, publicUrl });
  const showId = await planTour(app).addShow();
  const show = { id: showId, name: 'Barn Night', city: 'Burlington', timeZone: 'America/New_York' };
  const notification = { kind: 'result', points: 41, show: { ...show, date: new Date() } };
  await send({ ...notification, userId: fan.userId, email: fan.email } as ClaimedNotification);
  const [email] = mailer.emails;
  expect(email?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const url = email?.headers?.['List-Unsubscribe']?.slice(1, -1) ?? '';
  expect(url).toMatch(/^https:\/\/calledit.example\/unsubscribe\?token=[\w-]{44}$/);
  for (const part of [email?.text, email?.html]) {
    expect(part).toContain(url);
    expect(part).toContain('https://calledit.example/settings#notifications');
  }
  expect(email?.subject).toBe('You scored 41 at Barn Night');

  const { pathname, search } = new URL(url);
  const path = pathname + search;
  const page = await app.visitor.get(path);
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(page.body).toContain('<form method="post">');
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page.body) ?? [];
  expect(script).toContain('prefers-color-scheme: light');
  expect(page.headers['content-security-policy']).toContain(
    `script-src '${createCspHash(script)}'`,
  );
  expect((await readChoices(fan)).mail.result).toBe(true);
  for (const [type, payload] of [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=b', '--b\r\n\r\nOne-Click\r\n--b--'],
  ] as const) {
    await fan.patch('/api/user/notices', { channel: 'mail', kind: 'result', isWanted: true });
    const headers = { 'content-type': type };
    const response = await app.fastify.inject({ method: 'POST', url: path, headers, payload });
    expect(response.statusCode).toBe(200);
    expect((await readChoices(fan)).mail).toMatchObject({ result: false, reminder: false });
  }
  expect(await readChoices(bystander)).toMatchObject(NOTIFICATION_DEFAULTS);
});

it('rejects an unsubscribe link that is truncated, forged, or for a deleted account', async () => {
  const deletedFan = await app.signUp('Gone');
  const deletedFanUrl = await buildUnsubscribeUrl(deletedFan);
  await deletedFan.post('/api/user/deletion', {
    currentPassword: deletedFan.password,
    isConfirmed: true,
  });
  const truncatedUrl = (await buildUnsubscribeUrl(bystander)).slice(0, -3);
  for (const url of [UNSUBSCRIBE_PATH, `${UNSUBSCRIBE_PATH}?token=x`, deletedFanUrl, truncatedUrl])
    for (const method of ['GET', 'POST'] as const)
      expect((await app.fastify.inject({ method, url })).statusCode).toBe(404);
  expect(await readChoices(bystander)).toMatchObject(NOTIFICATION_DEFAULTS);
});

it('explains why a link from before a restore no longer works and what to do instead', async () => {
  const url = await buildUnsubscribeUrl(bystander);
  await app.database.db.delete(siteKeys);
  const page = await app.visitor.get(url);
  expect(page.statusCode).toBe(404);
  expect(page.body).toContain('the email is from before this site moved');
  expect(page.body).toContain('href="/settings#notifications"');
  expect((await app.visitor.get(await buildUnsubscribeUrl(bystander))).statusCode).toBe(200);
});

const createDevice = (n: number) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${n}`,
  keys: { p256dh: `key-${n}`, auth: 'auth' },
  timeZone: 'Europe/Berlin',
});
const addDevice = (caller: Caller, body: object) =>
  caller.post('/api/user/push-subscriptions', body);
const listDevices = async ({ userId }: Caller) =>
  app.database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));

it('assigns a device to the fan who used it last and renews it on each visit', async () => {
  expect((await addDevice(fan, createDevice(1))).statusCode).toBe(204);
  app.clock.now += 60_000;
  expect((await addDevice(fan, { ...createDevice(1), timeZone: 'Asia/Tokyo' })).statusCode).toBe(
    204,
  );
  expect(await listDevices(fan)).toMatchObject([
    { timeZone: 'Asia/Tokyo', seenAt: new Date(app.clock.now) },
  ]);
  await bystander.post('/api/user/push-subscriptions/removal', {
    endpoint: createDevice(1).endpoint,
  });
  expect(await listDevices(fan)).toHaveLength(1);
  await addDevice(bystander, createDevice(1));
  expect([await listDevices(fan), await listDevices(bystander)]).toMatchObject([[], [{}]]);
  await bystander.post('/api/user/push-subscriptions/removal', {
    endpoint: createDevice(1).endpoint,
  });
  expect(await listDevices(bystander)).toEqual([]);
});

it('replaces the device that was not seen for the longest time when an eleventh is added', async () => {
  for (let n = 0; n <= 10; n += 1) {
    app.clock.now += 1_000;
    await addDevice(fan, createDevice(n));
  }
  const endpoints = (await listDevices(fan)).map(({ endpoint }) => endpoint);
  expect(endpoints).toHaveLength(10);
  expect(endpoints).not.toContain(createDevice(0).endpoint);
});

it('rejects an unknown push service or time zone with a message', async () => {
  const response = await addDevice(fan, {
    ...createDevice(1),
    endpoint: 'https://127.0.0.1/latest/meta-data',
  });
  expect([response.statusCode, response.json().message]).toEqual([
    400,
    'This browser’s push service isn’t supported',
  ]);
  expect(
    (await addDevice(fan, { ...createDevice(1), timeZone: 'Nowhere/At_All' })).statusCode,
  ).toBe(400);
});

it("includes the fan's choices and devices, and no others, in the account data", async () => {
  await fan.patch('/api/user/notices', { channel: 'push', kind: 'moved', isWanted: true });
  const { notices } = (await fan.post('/api/user/export')).json();
  expect(notices.choices).toContainEqual({ channel: 'push', kind: 'moved', isWanted: true });
  expect(notices.devices).toHaveLength(10);
  expect(JSON.stringify(notices)).not.toContain('p256dh');
  expect((await bystander.post('/api/user/export')).json().notices.devices).toEqual([]);
});
