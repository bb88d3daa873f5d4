import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTIFICATION_DEFAULTS, UNSUBSCRIBE_PATH } from '#contract/notifications.ts';
import { createMailbox } from '../../../tests/support/mailbox.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { pushSubscriptions, siteKeys } from '../db/schema/notifications.ts';
import { hashOf } from '../pages/render-sources.ts';
import type { ClaimedNotification } from './claim.ts';
import { emailChannel } from './email-channel.ts';
import { signingKey, signUnsubscribing } from './unsubscribe-token.ts';

let stage: TestApp;
let fan: Caller;
let bystander: Caller;
beforeAll(async () => {
  stage = await openTestApp();
  fan = await stage.signUp('Fan');
  bystander = await stage.signUp('Bystander');
});
afterAll(() => stage.close());

const choices = async (by: Caller) => (await by.get('/api/user/notices')).json();
const address = async (by: Caller) => {
  const key = await signingKey(stage.database.db);
  const token = signUnsubscribing({ userId: by.userId, kind: 'result' }, key);
  return `${UNSUBSCRIBE_PATH}?token=${token}`;
};

it("stores each fan's choices one by one", async () => {
  expect(await choices(fan)).toMatchObject(NOTIFICATION_DEFAULTS);
  const answer = await fan.patch('/api/user/notices', {
    channel: 'mail',
    kind: 'moved',
    isWanted: false,
  });
  expect(answer.json().mail).toEqual({ ...NOTIFICATION_DEFAULTS.mail, moved: false });
  expect((await choices(fan)).mail.moved).toBe(false);
  expect(await choices(bystander)).toMatchObject(NOTIFICATION_DEFAULTS);
});

it('sends an email with one-click headers and a link that works without signing in', async () => {
  const mailer = createMailbox({ sendsMail: true });
  const { db } = stage.database;
  const band = { known: () => ({ productName: 'Called It' }) } as never;
  const publicUrl = 'https://calledit.example';
  const send = emailChannel({ db, mailer, band, publicUrl });
  const showId = await planTour(stage).show();
  const show = { id: showId, name: 'Barn Night', city: 'Burlington', timeZone: 'America/New_York' };
  const facts = { kind: 'result', points: 41, show: { ...show, date: new Date() } };
  await send({ ...facts, userId: fan.userId, email: fan.email } as ClaimedNotification);
  const [email] = mailer.emails;
  expect(email?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const url = email?.headers?.['List-Unsubscribe']?.slice(1, -1) ?? '';
  expect(url).toMatch(/^https:\/\/calledit.example\/unsubscribe\?token=[\w-]{44}$/);
  for (const part of [email?.text, email?.html]) expect(part).toContain(url);
  expect(email?.subject).toBe('Barn Night: 41 points');

  const { pathname, search } = new URL(url);
  const path = pathname + search;
  // A link scanner's GET unsubscribes no fan.
  const page = await stage.visitor.get(path);
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(page.body).toContain('<form method="post">');
  // The page uses the theme that its reader chose, by a script that the policy allows.
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page.body) ?? [];
  expect(script).toContain('prefers-color-scheme: light');
  expect(page.headers['content-security-policy']).toContain(`script-src '${hashOf(script)}'`);
  expect((await choices(fan)).mail.result).toBe(true);
  for (const [type, payload] of [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=b', '--b\r\n\r\nOne-Click\r\n--b--'],
  ] as const) {
    await fan.patch('/api/user/notices', { channel: 'mail', kind: 'result', isWanted: true });
    const headers = { 'content-type': type };
    const done = await stage.app.inject({ method: 'POST', url: path, headers, payload });
    expect(done.statusCode).toBe(200);
    expect((await choices(fan)).mail).toMatchObject({ result: false, reminder: false });
  }
  expect(await choices(bystander)).toMatchObject(NOTIFICATION_DEFAULTS);
});

it('ignores an unsubscribe link that is cut off, made up, or of a deleted account', async () => {
  const gone = await stage.signUp('Gone');
  const old = await address(gone);
  await gone.post('/api/user/deletion', { currentPassword: gone.password, isConfirmed: true });
  const cut = (await address(bystander)).slice(0, -3);
  for (const url of [UNSUBSCRIBE_PATH, `${UNSUBSCRIBE_PATH}?token=x`, old, cut])
    for (const method of ['GET', 'POST'] as const)
      expect((await stage.app.inject({ method, url })).statusCode).toBe(404);
  expect(await choices(bystander)).toMatchObject(NOTIFICATION_DEFAULTS);
});

it('explains why a link from before a restore no longer works and what to do instead', async () => {
  const url = await address(bystander);
  await stage.database.db.delete(siteKeys);
  const page = await stage.visitor.get(url);
  expect(page.statusCode).toBe(404);
  expect(page.body).toContain('the email is from before this site moved');
  expect(page.body).toContain('href="/settings"');
  expect((await stage.visitor.get(await address(bystander))).statusCode).toBe(200);
});

const device = (n: number) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${n}`,
  keys: { p256dh: `key-${n}`, auth: 'auth' },
  timeZone: 'Europe/Berlin',
});
const add = (by: Caller, body: object) => by.post('/api/user/push-subscriptions', body);
const devicesOf = async ({ userId }: Caller) =>
  stage.database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));

it('assigns a device to the fan who used it last and renews it on each visit', async () => {
  expect((await add(fan, device(1))).statusCode).toBe(204);
  stage.clock.now += 60_000;
  expect((await add(fan, { ...device(1), timeZone: 'Asia/Tokyo' })).statusCode).toBe(204);
  expect(await devicesOf(fan)).toMatchObject([
    { timeZone: 'Asia/Tokyo', seenAt: new Date(stage.clock.now) },
  ]);
  await bystander.post('/api/user/push-subscriptions/removal', { endpoint: device(1).endpoint });
  expect(await devicesOf(fan)).toHaveLength(1);
  await add(bystander, device(1));
  expect([await devicesOf(fan), await devicesOf(bystander)]).toMatchObject([[], [{}]]);
  await bystander.post('/api/user/push-subscriptions/removal', { endpoint: device(1).endpoint });
  expect(await devicesOf(bystander)).toEqual([]);
});

it('replaces the device unseen for longest when an eleventh is added', async () => {
  for (let n = 0; n <= 10; n += 1) {
    stage.clock.now += 1_000;
    await add(fan, device(n));
  }
  const endpoints = (await devicesOf(fan)).map(({ endpoint }) => endpoint);
  expect(endpoints).toHaveLength(10);
  expect(endpoints).not.toContain(device(0).endpoint);
});

it('refuses an address of no push service and an unknown time zone with a message', async () => {
  const inside = await add(fan, { ...device(1), endpoint: 'https://127.0.0.1/latest/meta-data' });
  expect([inside.statusCode, inside.json().message]).toEqual([
    400,
    'This browser’s push service isn’t supported',
  ]);
  expect((await add(fan, { ...device(1), timeZone: 'Nowhere/At_All' })).statusCode).toBe(400);
});

it("includes the fan's choices and devices, and no others, in the account data", async () => {
  await fan.patch('/api/user/notices', { channel: 'push', kind: 'moved', isWanted: true });
  const { notices } = (await fan.post('/api/user/export')).json();
  expect(notices.choices).toContainEqual({ channel: 'push', kind: 'moved', isWanted: true });
  expect(notices.devices).toHaveLength(10);
  expect(JSON.stringify(notices)).not.toContain('p256dh');
  expect((await bystander.post('/api/user/export')).json().notices.devices).toEqual([]);
});
