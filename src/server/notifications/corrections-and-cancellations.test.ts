import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { type Caller, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { ok, planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import type { ClaimedNotification } from './claim.ts';
import { composeEmail, composePush } from './messages.ts';
import { NotAcceptedError, sendNotifications } from './send-notifications.ts';

const log = { error: () => undefined };

let app: TestApp;
let tour: Tour;
let songs: string[];
let fan: Caller;
let bystander: Caller;
let outbox: ClaimedNotification[];
let round = 0;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  songs = await tour.addSongs('Ember', 'Fathom', 'Gallop', 'Harbor');
});
afterAll(() => app.close());
beforeEach(async () => {
  outbox = [];
  round += 1;
  // Noon in Reykjavik, which has no daylight saving time.
  await setClock(Date.parse('2030-06-01T12:00:00Z') + round * 10 * 24 * HOUR);
  fan = await app.signUp(`Fan ${round}`);
  bystander = await app.signUp(`Bystander ${round}`);
  for (const { userId } of [fan, bystander])
    await db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, userId));
});

/** Signs in again, because the clock may jump past a session's lifetime. */
async function setClock(now: number): Promise<void> {
  app.clock.now = now;
  await signIn(app.admin);
}

const db = () => app.database.db;
const collect = async (notification: ClaimedNotification) => void outbox.push(notification);
const reject = () => Promise.reject(new NotAcceptedError());
const sendDue = (senders: Parameters<typeof sendNotifications>[1] = { mail: collect }) =>
  sendNotifications({ db: db(), clock: () => app.clock.now, log }, senders);

async function sendAndFormat(senders?: Parameters<typeof sendDue>[0]): Promise<string[]> {
  await sendDue(senders);
  return outbox
    .splice(0)
    .map((notification) => `${notification.email}: ${composePush(notification).body}`);
}
const formatForFan = (body: string) => [`${fan.email}: ${body}`];

describe('corrected points', () => {
  let setlistUrl: string;
  let secondRow: SetlistEntry;
  const replace = async (songId = '') =>
    ok(await app.admin.patch(`${setlistUrl}/${secondRow.id}`, { songId }));

  beforeEach(async () => {
    const [ember = '', fathom = ''] = songs;
    const showId = await tour.addShow({ date: new Date(app.clock.now - 3 * HOUR) });
    await tour.addPrediction(fan.userId, showId, [ember, fathom]);
    await tour.addPrediction(bystander.userId, showId, [ember]);
    await tour.play(showId, ember);
    secondRow = await tour.play(showId, fathom);
    await tour.setStatus(showId, 'closed');
    setlistUrl = `/api/shows/${showId}/setlist`;
    app.clock.now += 3 * MINUTE;
  });

  const REPLACED = '“Fathom” replaced by “Gallop” at 2';

  test('notify the fan once, minutes after the last correction', async () => {
    expect(await sendAndFormat()).toHaveLength(2);
    await replace(songs[2]);
    app.clock.now += 3 * MINUTE;
    await replace(songs[3]);
    app.clock.now += 3 * MINUTE;
    expect(await sendAndFormat()).toEqual([]);
    app.clock.now += 3 * MINUTE;
    await Promise.all([sendDue(), sendDue(), sendDue()]);
    const [correction] = outbox;
    expect(correction && composeEmail(correction)).toMatchObject({
      subject: 'Your score at Barn Night is now 41',
      introduction: `The setlist of Barn Night in Burlington was corrected. ${REPLACED}: you −27. Your prediction now has 41 points.`,
    });
    expect(await sendAndFormat()).toEqual(
      formatForFan(`${REPLACED}: you −27. You now have 41 points.`),
    );
    app.clock.now += HOUR;
    expect(await sendAndFormat()).toEqual([]);
  });

  test('are skipped when corrected back, and sent when corrected again', async () => {
    await sendDue();
    outbox = [];
    await replace(songs[2]);
    await replace(songs[1]);
    app.clock.now += 6 * MINUTE;
    expect(await sendAndFormat()).toEqual([]);
    await replace(songs[2]);
    app.clock.now += 6 * MINUTE;
    expect(await sendAndFormat()).toHaveLength(1);
    ok(await app.admin.delete(`${setlistUrl}/${secondRow.id}`));
    ok(await app.admin.post(setlistUrl, { songId: songs[1] }));
    app.clock.now += 6 * MINUTE;
    expect(await sendAndFormat()).toEqual(
      formatForFan('“Fathom” added at 2: you +27. You now have 68 points.'),
    );
  });

  test('appear with their latest value if they change before the notification is sent', async () => {
    await sendDue({ mail: reject });
    await replace(songs[2]);
    app.clock.now += 6 * MINUTE;
    await sendDue();
    await sendDue();
    const titles = outbox.splice(0).map((sent) => `${sent.email}: ${composePush(sent).title}`);
    expect(titles.toSorted()).toEqual([
      `${bystander.email}: You scored 41 at Barn Night`,
      ...formatForFan('You scored 41 at Barn Night'),
    ]);
    await replace(songs[1]);
    app.clock.now += 6 * MINUTE;
    await sendDue({ mail: reject });
    ok(await app.admin.post(setlistUrl, { songId: songs[3], position: 1, insert: true }));
    app.clock.now += 6 * MINUTE;
    expect((await sendAndFormat()).toSorted()).toEqual([
      `${bystander.email}: “Harbor” added at 1: you −31. You now have 10 points.`,
      ...formatForFan('Setlist corrected: you −21. You now have 20 points.'),
    ]);
  });

  test('are not sent again by another server after one crashed while sending', async () => {
    await sendDue();
    outbox = [];
    await replace(songs[2]);
    app.clock.now += 6 * MINUTE;
    let isClaimed = false;
    void sendDue({
      mail: () => {
        isClaimed = true;
        return new Promise(() => undefined);
      },
    });
    await expect.poll(() => isClaimed).toBe(true);
    expect(await sendAndFormat()).toEqual([]);
  });

  test('follow the daily limit of pushes', async () => {
    const seenAt = new Date(app.clock.now);
    const device = { endpoint: `https://web.push.apple.com/${round}`, p256dh: 'k', auth: 'a' };
    const row = { ...device, userId: fan.userId, timeZone: 'Atlantic/Reykjavik' };
    await db()
      .insert(pushSubscriptions)
      .values({ ...row, createdAt: seenAt, seenAt });
    const body = { channel: 'push', kind: 'result', isWanted: true };
    ok(await fan.patch('/api/user/notices', body));
    const counts: number[] = [];
    for (const songId of [songs[1], songs[2], songs[1], songs[3]]) {
      await replace(songId);
      app.clock.now += 6 * MINUTE;
      counts.push((await sendAndFormat({ push: collect })).length);
    }
    expect(counts).toEqual([1, 1, 0, 0]);
  });

  test('are not sent to a fan who turned them off', async () => {
    await sendDue();
    outbox = [];
    ok(await fan.patch('/api/user/notices', { channel: 'mail', kind: 'result', isWanted: false }));
    await replace(songs[2]);
    app.clock.now += 6 * MINUTE;
    expect(await sendAndFormat()).toEqual([]);
  });
});

describe('a show that is cancelled or postponed', () => {
  let showId: string;

  /** The audit log dates changes by the database's own clock. */
  beforeEach(async () => {
    await setClock(Date.now());
    const date = new Date(Date.now() + 100 * HOUR);
    showId = await tour.addShow({ date });
    const otherShow = await tour.addShow({ date });
    const submittedAt = new Date(Date.now() - HOUR);
    await tour.addPrediction(fan.userId, showId, songs.slice(0, 1), submittedAt);
    await tour.addPrediction(bystander.userId, otherShow, songs.slice(0, 1), submittedAt);
  });

  test.each([
    ['cancelled', 'Cancelled: no points are awarded.'],
    ['postponed', 'Postponed: no new date yet. We kept your prediction.'],
  ] as const)('notifies each fan who predicted it once: %s', async (status, body) => {
    await tour.setStatus(showId, status);
    expect(await sendAndFormat()).toEqual([]);
    app.clock.now = Date.now() + 3 * MINUTE;
    await sendDue();
    expect(outbox.map((notification) => composeEmail(notification).subject)).toEqual([
      `Barn Night is ${status}`,
    ]);
    expect(await sendAndFormat()).toEqual(formatForFan(body));
    expect(await sendAndFormat()).toEqual([]);
  });

  test('notifies the fans who got the earlier notification when it is reopened', async () => {
    await tour.setStatus(showId, 'cancelled');
    app.clock.now = Date.now() + 3 * MINUTE;
    expect(await sendAndFormat()).toHaveLength(1);
    await tour.addPrediction(bystander.userId, showId, songs.slice(0, 1));
    await tour.setStatus(showId, 'open');
    await sendDue();
    await sendDue();
    const subject = 'Barn Night is back on';
    expect(
      outbox.map((notification) => [notification.email, composeEmail(notification).subject]),
    ).toEqual([[fan.email, subject]]);
  });

  test('sends nothing when it is reopened within minutes, and only the move when it gets a new date', async () => {
    await tour.setStatus(showId, 'cancelled');
    await tour.setStatus(showId, 'open');
    app.clock.now = Date.now() + 3 * MINUTE;
    expect(await sendAndFormat()).toEqual([]);
    await tour.setStatus(showId, 'postponed');
    const date = new Date(Date.now() + 200 * HOUR).toISOString();
    ok(await app.admin.patch(`/api/shows/${showId}`, { date }));
    app.clock.now = Date.now() + 3 * MINUTE;
    const bodies = (await sendAndFormat()).map((text) => text.split(': ')[1]);
    expect(bodies).toEqual(['Moved']);
  });
});
