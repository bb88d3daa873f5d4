import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import type { League } from '#contract/leagues.ts';
import { makeLeague } from '../../../tests/support/make-league.ts';
import { type Caller, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import { notifications, pushSubscriptions } from '../db/schema/notifications.ts';
import type { ClaimedNotification } from './claim.ts';
import { composeEmail, composePush } from './messages.ts';
import { queueDueNotifications } from './queue-due.ts';
import { sendNotifications } from './send-notifications.ts';

let app: TestApp;
let tour: Tour;
let show: string;
let songs: string[];
let owner: Caller;
let friend: Caller;
let quiet: Caller;
let bystander: Caller;
let league: League;
let outbox: ClaimedNotification[];
let fans = 0;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  songs = await tour.addSongs('Ember');
});
afterAll(() => app.close());

beforeEach(async () => {
  fans += 1;
  outbox = [];
  // Noon in Reykjavik, which has no daylight saving time.
  app.clock.now = Date.parse('2030-06-01T12:00:00Z') + fans * 10 * 24 * HOUR;
  await signIn(app.admin);
  show = await tour.addShow({ date: new Date(app.clock.now + 10 * HOUR) });
  owner = await app.signUp(`Owner ${fans}`);
  friend = await app.signUp(`Friend ${fans}`);
  quiet = await app.signUp(`Quiet ${fans}`);
  bystander = await app.signUp(`Bystander ${fans}`);
  const userIds = [owner, friend, quiet, bystander].map(({ userId }) => userId);
  const emailVerifiedAt = new Date(app.clock.now);
  await app.database.db.update(users).set({ emailVerifiedAt }).where(inArray(users.id, userIds));
  for (const caller of [owner, friend, bystander])
    for (const channel of ['mail', 'push'])
      await caller.patch('/api/user/notices', { channel, kind: 'reminder', isWanted: true });
  league = await createLeague();
});

const createLeague = () => makeLeague(owner, show, {}, [friend, quiet]);

const nudge = (caller = owner, { id } = league) =>
  caller.post(`/api/leagues/${id}/nudges`, { showId: show });

async function send(channel: 'mail' | 'push' = 'mail') {
  const context = { db: app.database.db, clock: () => app.clock.now, log: { error: () => {} } };
  await sendNotifications(context, {
    [channel]: async (notification: ClaimedNotification) => void outbox.push(notification),
  });
}

it('reminds the other members without a prediction who want reminders, once', async () => {
  expect((await nudge()).statusCode).toBe(204);
  await send();
  await send();
  expect(outbox.map(({ userId }) => userId)).toEqual([friend.userId]);
  const [sent] = outbox;
  const sender = `Owner ${fans} (Rail riders) is waiting for your prediction. `;
  expect(sent && composeEmail(sent).introduction).toContain(sender);
  expect(sent && composePush(sent)).toMatchObject({
    title: 'Barn Night',
    body: expect.stringMatching(/^Owner \d+ \(Rail riders\) is waiting .* Predictions lock on /),
  });
});

it('is offered next to the missing sheets, once per show and league', async () => {
  const readNudge = async () => (await quiet.get(`/api/leagues/${league.id}/sheets`)).json();
  expect(await readNudge()).toMatchObject({
    nudge: null,
    nudgesEndAt: new Date(app.clock.now + 7 * HOUR).toISOString(),
  });
  await nudge();
  expect(await readNudge()).toMatchObject({ nudge: { username: `Owner ${fans}` } });
  const second = await nudge(friend);
  expect([second.statusCode, second.json().message]).toEqual([
    409,
    'Your league already got a nudge for this show',
  ]);
  expect((await owner.post('/api/user/export')).json().nudges).toMatchObject([
    { league: 'Rail riders', show: 'Barn Night' },
  ]);
});

it('accepts one of several parallel nudges', async () => {
  const responses = await Promise.all([nudge(), nudge(friend), nudge(quiet)]);
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409, 409]);
});

it('reminds a fan of a show once, even if several of their leagues nudge', async () => {
  const otherLeague = await createLeague();
  await nudge();
  app.clock.now += 1_000;
  expect((await nudge(owner, otherLeague)).statusCode).toBe(204);
  await send();
  await send();
  expect(outbox.map(({ about }) => about)).toEqual([league.id]);
});

it('does not repeat the reminder after the fan has left the league that nudged first', async () => {
  const otherLeague = await createLeague();
  await nudge();
  app.clock.now += 1_000;
  await nudge(owner, otherLeague);
  await send();
  await friend.delete(`/api/leagues/${league.id}/members/me`);
  await send();
  expect(outbox.map(({ about }) => about)).toEqual([league.id]);
});

describe.each([
  ['the member who nudges', () => [owner, friend] as const],
  ['the nudged member', () => [friend, owner] as const],
])('after a block by %s', (_, callers) => {
  async function block() {
    const [caller, { userId }] = callers();
    expect((await caller.post('/api/user/blocks', { userId })).statusCode).toBe(204);
  }
  const readName = async (caller: Caller) =>
    (await caller.get(`/api/leagues/${league.id}/sheets`)).json().nudge.username;

  it('sends no reminder and does not name the member who nudged', async () => {
    for (const channel of ['mail', 'push'])
      await quiet.patch('/api/user/notices', { channel, kind: 'reminder', isWanted: true });
    await block();
    await nudge();
    await send();
    expect(outbox.map(({ userId }) => userId)).toEqual([quiet.userId]);
    expect(await readName(friend)).toBeNull();
    expect(await readName(quiet)).toBe(`Owner ${fans}`);
  });

  it('drops a queued reminder', async () => {
    const { db } = app.database;
    await nudge();
    await queueDueNotifications(db, app.clock.now, ['mail']);
    expect(await db.$count(notifications, eq(notifications.about, league.id))).toBe(1);
    await block();
    await send();
    expect(outbox).toEqual([]);
  });
});

it('hides the name of a league after moderators removed it', async () => {
  await nudge();
  await app.database.db.insert(moderationCases).values({
    ...{ kind: 'league', leagueId: league.id, visibility: 'removed' },
    ...{ reportedText: 'Rail riders', createdAt: new Date(app.clock.now) },
  });
  await send();
  const [sent] = outbox;
  const { introduction } = sent ? composeEmail(sent) : { introduction: '' };
  expect(introduction).toContain(`Owner ${fans} (League) is waiting`);
  expect(introduction).not.toContain('Rail riders');
});

it('rejects a nudge by a muted fan', async () => {
  const mutedUntil = new Date(app.clock.now + DAY);
  await app.database.db.update(users).set({ mutedUntil }).where(eq(users.id, friend.userId));
  expect((await nudge(friend)).statusCode).toBe(403);
  expect((await nudge(owner)).statusCode).toBe(204);
});

it.each([
  ['two hours before the lock', 7 * HOUR, 204, undefined],
  ['later', 7 * HOUR + 1, 409, 'Nudges end 2 hours before predictions lock'],
  ['after the lock', 9 * HOUR, 409, 'Predictions are closed for this show'],
])('responds to a nudge %s', async (_when, wait, status, message) => {
  app.clock.now += wait;
  const response = await nudge();
  expect(response.statusCode).toBe(status);
  if (message) expect(response.json().message).toBe(message);
});

it('rejects a nudge when everyone else has predicted', async () => {
  for (const { userId } of [friend, quiet]) await tour.addPrediction(userId, show, songs);
  const response = await nudge();
  expect([response.statusCode, response.json().message]).toEqual([409, 'Everyone has predicted']);
});

it('rejects a nudge for a show that does not count, and from non-members', async () => {
  const early = await tour.addShow({ date: new Date(app.clock.now + 9 * HOUR) });
  const url = `/api/leagues/${league.id}/nudges`;
  expect((await owner.post(url, { showId: early })).statusCode).toBe(400);
  expect((await owner.post(url, { showId: owner.userId })).statusCode).toBe(400);
  expect((await nudge(bystander)).statusCode).toBe(404);
  await owner.post(`/api/leagues/${league.id}/bans`, { userId: friend.userId });
  expect((await nudge(friend)).statusCode).toBe(404);
  await send();
  expect(outbox).toEqual([]);
});

it('does not remind members who joined later, predicted or left before the reminder is sent', async () => {
  await quiet.patch('/api/user/notices', { channel: 'mail', kind: 'reminder', isWanted: true });
  await nudge();
  app.clock.now += 1_000;
  await bystander.post(`/api/invitations/${league.invitation}`);
  await tour.addPrediction(friend.userId, show, songs);
  await quiet.delete(`/api/leagues/${league.id}/members/me`);
  await send();
  expect(outbox).toEqual([]);
});

it("waits until the device's quiet hours end", async () => {
  const seenAt = new Date(app.clock.now);
  const timeZone = 'Etc/GMT-10';
  await app.database.db.insert(pushSubscriptions).values({
    ...{ userId: friend.userId, endpoint: `https://web.push.apple.com/${fans}`, p256dh: 'k' },
    ...{ auth: 'a', timeZone, createdAt: seenAt, seenAt },
  });
  show = await tour.addShow({ date: new Date(app.clock.now + 30 * HOUR) });
  app.clock.now += HOUR / 2;
  await nudge();
  await send('push');
  expect(outbox).toEqual([]);
  app.clock.now += 10 * HOUR;
  await send('push');
  expect(outbox.map(({ userId, nudge }) => [userId, nudge?.league])).toEqual([
    [friend.userId, 'Rail riders'],
  ]);
});
