import { spawn } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR, SECOND } from '#contract/durations.ts';
import {
  MAX_WEBHOOKS,
  TOO_MANY_WEBHOOKS,
  WEBHOOK_EVENTS,
  WEBHOOK_IS_OFF,
  WEBHOOK_NEEDS_HTTPS,
} from '#contract/webhooks.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { openReceiver, type Receiver } from '../../../tests/support/webhook-receiver.ts';
import { webhookDeliveries, webhooks } from '../db/schema/webhooks.ts';
import { createWebhookSecret } from './sign-webhook.ts';

const PATH = '/api/admin/webhooks';
const EVENTS = [...WEBHOOK_EVENTS];
const targets = { mayConnect: () => true, allowHttp: true, timeoutMs: 10 * SECOND };

let strict: TestApp;
let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  app = await openTestApp({ webhookTargets: targets, hasWebhooks: true });
  strict = await openTestApp({ hasWebhooks: true });
});
afterAll(async () => {
  await app.close();
  await strict.close();
  receiver.close();
});
beforeEach(async () => {
  receiver.respond = () => 204;
  receiver.received.length = 0;
  for (const { database } of [app, strict]) await database.db.delete(webhooks);
});

async function add(fields: object = {}, { admin } = app) {
  const body = { url: receiver.url, events: EVENTS, ...fields };
  return admin.post(PATH, body);
}

it('shows the secret once, and lists the webhook without it', async () => {
  const response = await add({ description: ' Our bot ' });
  expect(response.statusCode).toBe(201);
  const { secret, ...webhook } = response.json();
  expect(secret).toMatch(/^whsec_/);
  expect(webhook).toMatchObject({ description: 'Our bot', events: EVENTS, disabledAt: null });
  const list = await app.admin.get(PATH);
  expect(list.json()).toEqual([webhook]);
  const audit = await app.admin.get('/api/admin/audit');
  expect(list.body + audit.body).not.toContain(secret);
  expect(audit.json()[0]).toMatchObject({ action: 'webhook.create' });
});

it('requires a fresh sign-in to add or change a webhook, or to replace its secret', async () => {
  const { id } = (await add()).json();
  app.clock.now += HOUR;
  const responses = [
    await add(),
    await app.admin.patch(`${PATH}/${id}`, { url: 'https://example.org' }),
    await app.admin.post(`${PATH}/${id}/secret`),
  ];
  for (const response of responses)
    expect([response.statusCode, response.json().code]).toEqual([403, 'fresh-sign-in']);
  app.clock.now -= HOUR;
});

it.each([
  ['a URL without https', { url: 'http://example.org/hook' }, WEBHOOK_NEEDS_HTTPS],
  ['another protocol', { url: 'ftp://example.org' }, WEBHOOK_NEEDS_HTTPS],
  ['a password', { url: 'https://me:pw@example.org' }, /username or password/],
  ['no event', { events: [] }, 'Choose at least one event'],
  ['an unknown event', { events: ['fan.added'] }, /./],
  ['a long description', { description: 'x'.repeat(101) }, /./],
])('rejects %s', async (_, fields, message) => {
  const response = await add({ url: 'https://example.org/hook', ...fields }, strict);
  const { message: sentence, issues } = response.json();
  expect([response.statusCode, issues?.[0]?.message ?? sentence]).toEqual([
    400,
    expect.stringMatching(message),
  ]);
  expect(await strict.database.db.$count(webhooks)).toBe(0);
});

it('has at most ten webhooks, even after simultaneous requests', async () => {
  const responses = await Promise.all(Array.from({ length: MAX_WEBHOOKS + 3 }, () => add()));
  const refused = responses.filter(({ statusCode }) => statusCode === 409);
  expect(refused).toHaveLength(3);
  expect(refused[0]?.json().message).toBe(TOO_MANY_WEBHOOKS);
  expect(await app.database.db.$count(webhooks)).toBe(MAX_WEBHOOKS);
});

it.each([
  'https://127.0.0.1',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:10.0.0.1]',
  'https://10.1.2.3',
  'https://172.16.0.1',
  'https://192.168.1.1',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1',
  'https://224.0.0.1',
  'https://[fd00:ec2::254]',
  'https://[fe80::1]',
  'https://0.0.0.0',
  'https://2130706433',
  'https://localhost',
  'https://db.internal',
])('never connects to %s', async (url) => {
  const { id } = (await add({ url }, strict)).json();
  const delivery = (await strict.admin.post(`${PATH}/${id}/test`)).json();
  expect(delivery).toMatchObject({ status: 'failed', responseStatus: null });
  expect(delivery.response).toMatch(/is not on the public internet$/);
});

it('sends a test event and, after it succeeds, the waiting events', async () => {
  receiver.respond = () => 500;
  const { id } = (await add()).json();
  const bystander = (await add({ url: `${receiver.url}/bystander` })).json();
  const showId = await planTour(app).addShow();
  await planTour(app).setStatus(showId, 'live');
  await expect.poll(async () => receiver.types()).toEqual(['show.live']);
  await expect.poll(async () => (await app.admin.get(PATH)).json()[0].failingSince).toBeTruthy();
  const failed = (await app.admin.post(`${PATH}/${id}/test`)).json();
  expect(failed).toMatchObject({ event: 'test', status: 'failed', responseStatus: 500 });
  receiver.respond = () => 204;
  const sent = (await app.admin.post(`${PATH}/${id}/test`)).json();
  expect(sent).toMatchObject({ event: 'test', status: 'sent', responseStatus: 204 });
  await expect.poll(() => receiver.types()).toEqual(['show.live', 'test', 'test', 'show.live']);
  expect(receiver.types('/bystander')).not.toContain('test');
  const log = await app.admin.get(`${PATH}/${bystander.id}/deliveries`);
  expect(log.json()).toMatchObject([{ event: 'show.live' }]);
});

it('resends an event with the same ID and body, but not an event of another webhook', async () => {
  const { id } = (await add()).json();
  const otherWebhook = (await add({ url: `${receiver.url}/other` })).json();
  const { id: deliveryId } = (await app.admin.post(`${PATH}/${id}/test`)).json();
  const path = (webhook: string) => `${PATH}/${webhook}/deliveries/${deliveryId}/resend`;
  const resent = await app.admin.post(path(id));
  expect(resent.json()).toMatchObject({ id: deliveryId, status: 'sent', attempts: 2 });
  const [first, second, ...more] = receiver.received;
  expect(more).toEqual([]);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(deliveryId);
  expect((await app.admin.post(path(otherWebhook.id))).statusCode).toBe(404);
  receiver.respond = () => 500;
  const failed = await app.admin.post(path(id));
  expect(failed.json(), 'stays sent').toMatchObject({ status: 'sent', responseStatus: 500 });
  const audit = (await app.admin.get('/api/admin/audit')).json();
  expect(audit.slice(0, 3)).toMatchObject([
    ...Array(2).fill({ action: 'webhook.resend' }),
    { action: 'webhook.test' },
  ]);
});

it('sends nothing while it is off, and drops waiting events', async () => {
  const { id } = (await add()).json();
  const off = await app.admin.patch(`${PATH}/${id}`, { isEnabled: false });
  expect(off.json().disabledAt).not.toBeNull();
  const test = await app.admin.post(`${PATH}/${id}/test`);
  expect([test.statusCode, test.json().message]).toEqual([409, WEBHOOK_IS_OFF]);
  const tour = planTour(app);
  await tour.setStatus(await tour.addShow(), 'live');
  expect(await app.database.db.$count(webhookDeliveries)).toBe(0);
  const on = await app.admin.patch(`${PATH}/${id}`, { isEnabled: true, events: ['show.closed'] });
  expect(on.json()).toMatchObject({ disabledAt: null, events: ['show.closed'] });
  expect((await app.admin.patch(`${PATH}/${id}`, {})).statusCode).toBe(400);
});

it('deletes only the webhook, with its log', async () => {
  const { id } = (await add()).json();
  const bystander = (await add()).json();
  for (const webhook of [id, bystander.id]) await app.admin.post(`${PATH}/${webhook}/test`);
  expect((await app.admin.delete(`${PATH}/${id}`)).statusCode).toBe(204);
  expect((await app.admin.get(`${PATH}/${id}/deliveries`)).statusCode).toBe(404);
  expect((await app.admin.get(`${PATH}/${bystander.id}/deliveries`)).json()).toHaveLength(1);
  expect(await app.database.db.$count(webhookDeliveries)).toBe(1);
});

it('is accepted by the documented receiver, even with the previous secret', async () => {
  const { id, secret } = (await add()).json();
  const runReceiver = async (env: string) => {
    const child = spawn(process.execPath, ['docs/examples/receive-webhook.mjs'], {
      env: { ...process.env, WEBHOOK_SECRET: env, PORT: '0' },
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const findPort = () => /port (\d+)/.exec(output)?.[1];
    await expect.poll(findPort).toBeTruthy();
    const url = `http://127.0.0.1:${findPort()}/`;
    return { url, output: () => output, close: () => void child.kill() };
  };
  const send = async (url: string) => {
    await app.admin.patch(`${PATH}/${id}`, { url });
    return (await app.admin.post(`${PATH}/${id}/test`)).json();
  };
  const genuine = await runReceiver(secret);
  const stranger = await runReceiver(createWebhookSecret());
  expect(await send(genuine.url)).toMatchObject({ status: 'sent', responseStatus: 204 });
  expect(await send(stranger.url)).toMatchObject({ status: 'failed', responseStatus: 401 });
  await app.admin.post(`${PATH}/${id}/secret`);
  const { id: deliveryId } = await send(genuine.url);
  await app.admin.post(`${PATH}/${id}/deliveries/${deliveryId}/resend`);
  await app.admin.post(`${PATH}/${id}/secret`);
  expect(await send(genuine.url)).toMatchObject({ status: 'failed', responseStatus: 401 });
  const countTests = () => genuine.output().match(/^test/gm)?.length;
  await expect.poll(countTests, { message: 'a repeated id counts once' }).toBe(2);
  genuine.close();
  stranger.close();
});
