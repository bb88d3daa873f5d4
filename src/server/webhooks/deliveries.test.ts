import { isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { runChange } from '#server/changes/run-change.ts';
import { openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import {
  createWebhookApi,
  openReceiver,
  type Receiver,
} from '../../../tests/support/webhook-receiver.ts';
import { webhooks } from '../db/schema/webhooks.ts';
import { claimDelivery } from './deliveries.ts';
import { queueWebhookEvent } from './queue-event.ts';
import { runWebhooks } from './run-webhooks.ts';

const targets = { mayConnect: () => true, allowHttp: true, timeoutMs: MINUTE };
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR];
const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let receiver: Receiver;
let worker: ReturnType<typeof runWebhooks>;
let api: ReturnType<typeof createWebhookApi>;
let song: string;
let secondSong: string;
const log = { error: vi.fn() };

beforeAll(async () => {
  app = await openTestApp({ bus, webhookTargets: targets });
  tour = planTour(app);
  api = createWebhookApi(app);
  [song = '', secondSong = ''] = await tour.addSongs('Ember', 'Gale');
});
afterAll(() => app.close());

beforeEach(async () => {
  await signIn(app.admin);
  receiver = await openReceiver();
  worker = openWorker();
});
afterEach(async () => {
  await worker.close();
  receiver.close();
  await app.database.db.delete(webhooks);
});

function openWorker(timeoutMs = MINUTE) {
  const { db } = app.database;
  const disk = { isFull: async () => false, isExhausted: async () => false };
  return runWebhooks(
    { db, bus: createLocalBus(), clock: () => app.clock.now, disk, log },
    { ...targets, timeoutMs },
  );
}

const addWebhook = (fields: object = {}) => api.add({ url: `${receiver.url}/`, ...fields });

async function openShow() {
  const showId = await tour.addShow();
  await tour.setStatus(showId, 'live');
  return showId;
}

it('sends the events of a show in order, only to webhooks that subscribe to them', async () => {
  await addWebhook();
  await addWebhook({ url: `${receiver.url}/bystander`, events: ['show.closed'] });
  const showId = await openShow();
  const row = await tour.play(showId, song);
  await app.admin.patch(`/api/shows/${showId}/setlist/${row.id}`, { songId: secondSong });
  await tour.setStatus(showId, 'closed');
  await app.admin.patch(`/api/shows/${showId}/setlist/${row.id}`, { songId: song });
  await tour.setStatus(showId, 'cancelled');
  await worker.sendDue();
  expect(receiver.types()).toEqual([
    ...['show.live', 'setlist.added', 'setlist.changed', 'show.closed'],
    ...['setlist.corrected', 'show.changed'],
  ]);
  expect(receiver.types('/bystander')).toEqual(['show.closed']);
  const [live, added, changed] = receiver.list();
  expect(live?.data).toMatchObject({ show: { id: showId, status: 'live' }, setlist: [] });
  expect(added?.data).toMatchObject({
    setlist: [{ title: 'Ember', position: 1 }],
    song: { id: row.id, title: 'Ember' },
  });
  expect(changed?.data.setlist).toMatchObject([{ title: 'Gale' }]);
});

it('sends nothing about a setlist before the lock, and all of it when the show goes live', async () => {
  await addWebhook();
  const showId = await tour.addShow();
  await tour.play(showId, song, { notes: 'planned' });
  await worker.sendDue();
  expect(receiver.received).toEqual([]);
  await tour.setStatus(showId, 'live');
  await worker.sendDue();
  expect(receiver.list()[0]?.data.setlist).toMatchObject([{ title: 'Ember' }]);
  await app.admin.patch(`/api/shows/${showId}/status`, { status: 'postponed' });
  await worker.sendDue();
  expect(receiver.list()[1]?.data).toMatchObject({ setlist: [] });
});

it('writes the event in the transaction of the change', async () => {
  const webhook = await addWebhook();
  const showId = await tour.addShow();
  const change = runChange(app.database.db, null, async (scope) => {
    await queueWebhookEvent(scope, 'show.live', { showId, now: app.clock.now });
    throw new Error('rolled back');
  });
  await expect(change).rejects.toThrow('rolled back');
  expect(await api.fetchLog(webhook)).toEqual([]);
});

it('retries with growing delays, holds later events back, then drops the event', async () => {
  const webhook = await addWebhook();
  const bystander = await addWebhook({ url: `${receiver.url}/bystander` });
  receiver.respond = ({ path }) => (path === '/' ? 500 : 204);
  receiver.text = 'x'.repeat(3_000);
  const showId = await openShow();
  await tour.play(showId, song);
  await worker.sendDue();
  expect(receiver.types('/bystander')).toEqual(['show.live', 'setlist.added']);
  for (const delay of DELAYS) {
    const attempts = receiver.list().length;
    app.clock.now += delay - 1;
    await worker.sendDue();
    expect(receiver.list()).toHaveLength(attempts);
    app.clock.now += 1;
    if (delay === 8 * HOUR) receiver.respond = ({ type }) => (type === 'show.live' ? 500 : 200);
    await worker.sendDue();
  }
  expect(receiver.types()).toEqual([...Array(6).fill('show.live'), 'setlist.added']);
  const ids = new Set(receiver.list().map(({ headers }) => headers['webhook-id']));
  expect(ids.size, 'all attempts of an event have one id').toBe(2);
  const [added, live] = await api.fetchLog(webhook);
  expect(live).toMatchObject({
    status: 'failed',
    attempts: 6,
    responseStatus: 500,
    sendAfter: null,
  });
  expect(live?.response).toBe('x'.repeat(500));
  expect(added).toMatchObject({ status: 'sent', attempts: 1, responseStatus: 200 });
  expect((await api.find(webhook))?.failingSince).toBeNull();
  expect((await api.fetchLog(bystander)).map(({ status }) => status)).toEqual(['sent', 'sent']);
});

it('never follows a redirect, and does not wait for a silent receiver', async () => {
  const webhook = await addWebhook();
  receiver.respond = () => 302;
  receiver.headers = { location: `${receiver.url}/elsewhere` };
  await openShow();
  await worker.sendDue();
  expect(receiver.received).toHaveLength(1);
  receiver.respond = () => 'nothing';
  app.clock.now += MINUTE;
  await worker.close();
  worker = openWorker(500);
  await worker.sendDue();
  expect((await api.fetchLog(webhook))[0]).toMatchObject({
    status: 'waiting',
    attempts: 2,
    responseStatus: null,
    response: 'No response within 0.5 seconds',
  });
});

it('does not let a silent receiver delay another webhook', async () => {
  await addWebhook();
  await addWebhook({ url: `${receiver.url}/quick` });
  receiver.respond = ({ path }) => (path === '/' ? 'nothing' : 204);
  const showId = await openShow();
  const sending = worker.sendDue();
  await expect.poll(() => receiver.types('/quick')).toEqual(['show.live']);
  await tour.play(showId, song);
  void worker.sendDue();
  await expect.poll(() => receiver.types('/quick')).toHaveLength(2);
  expect(receiver.types()).toEqual(['show.live']);
  await worker.close();
  await sending;
});

it('sends each event once from several servers', async () => {
  await addWebhook();
  const second = openWorker();
  const showId = await openShow();
  await Promise.all([worker.sendDue(), second.sendDue()]);
  for (let n = 0; n < 10; n++) {
    await tour.play(showId, n % 2 ? song : secondSong);
    await Promise.all([worker.sendDue(), second.sendDue()]);
  }
  await second.close();
  const ids = receiver.list().map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(11);
  expect(new Set(ids).size).toBe(11);
});

it('sends the event of a server that died, and of one that closed while sending', async () => {
  const webhook = await addWebhook();
  await openShow();
  expect(await claimDelivery(app.database.db, webhook.id, app.clock.now)).toBeDefined();
  await worker.sendDue();
  expect(receiver.received).toEqual([]);
  app.clock.now += MINUTE;
  receiver.respond = () => 'nothing';
  const sending = worker.sendDue();
  await expect.poll(() => receiver.received).toHaveLength(1);
  await worker.close();
  await sending;
  receiver.respond = () => 204;
  worker = openWorker();
  await worker.sendDue();
  expect(receiver.received).toHaveLength(2);
  expect(await api.fetchLog(webhook)).toMatchObject([{ status: 'sent', attempts: 2 }]);
});

it('turns off only the webhook whose event was dropped after five days of failures', async () => {
  const webhook = await addWebhook();
  const bystander = await addWebhook({ url: `${receiver.url}/bystander` });
  receiver.respond = ({ path }) => (path === '/' ? 503 : 204);
  await openShow();
  await worker.sendDue();
  app.clock.now += 6 * DAY;
  await worker.sendDue();
  await openShow();
  for (const delay of DELAYS.slice(1)) {
    expect(await app.database.db.$count(webhooks, isNotNull(webhooks.disabledAt))).toBe(0);
    app.clock.now += delay;
    await worker.sendDue();
  }
  expect(await api.find(webhook)).toMatchObject({
    disabledAt: expect.any(String),
    waitingCount: 0,
  });
  expect(await api.find(bystander)).toMatchObject({ disabledAt: null, failingSince: null });
  const count = receiver.list().length;
  await openShow();
  await worker.sendDue();
  expect(receiver.list()).toHaveLength(count);
  expect((await app.admin.get('/api/admin/audit?action=webhook.fail')).json()).toHaveLength(1);
});
