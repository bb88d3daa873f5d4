import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import type { NotificationChannel } from '#contract/notifications.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { type Caller, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { ok, planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import type { ClaimedNotification } from './claim.ts';
import { emailText, pushText } from './messages.ts';
import { NotAccepted, type SendNotification, sendNotifications } from './send-notifications.ts';

const log = { error: () => undefined };

let stage: TestApp;
let tour: Tour;
let songs: string[];
let fan: Caller;
let bystander: Caller;
let sent: ClaimedNotification[];
let nights = 0;

beforeAll(async () => {
  stage = await openTestApp();
  tour = planTour(stage);
  songs = await tour.songs('Ember', 'Fathom', 'Gallop', 'Harbor');
});
afterAll(() => stage.close());
beforeEach(async () => {
  sent = [];
  nights += 1;
  // Noon in Reykjavik, which has no daylight saving time.
  await setClock(Date.parse('2030-06-01T12:00:00Z') + nights * 10 * 24 * HOUR);
  fan = await stage.signUp(`Fan ${nights}`);
  bystander = await stage.signUp(`Bystander ${nights}`);
  for (const { userId } of [fan, bystander])
    await db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, userId));
});

/** Signs in again, because the jump may be longer than a session lasts. */
async function setClock(now: number): Promise<void> {
  stage.clock.now = now;
  await signIn(stage.admin);
}

const db = () => stage.database.db;
const note: SendNotification = async (notice) => void sent.push(notice);
const refuse: SendNotification = () => Promise.reject(new NotAccepted());
const look = (senders: Partial<Record<NotificationChannel, SendNotification>> = { mail: note }) =>
  sendNotifications({ db: db(), clock: () => stage.clock.now, log }, senders);

async function sentTexts(senders?: Parameters<typeof look>[0]): Promise<string[]> {
  await look(senders);
  return sent.splice(0).map((notice) => `${notice.email}: ${pushText(notice).body}`);
}
const textsToFan = (body: string) => [`${fan.email}: ${body}`];

describe('corrected points', () => {
  let setlist: string;
  let second: SetlistEntry;
  const replace = async (songId = '') =>
    ok(await stage.admin.patch(`${setlist}/${second.id}`, { songId }));

  /** The fan has 41 and 27 points, the bystander 41 for the opener alone. */
  beforeEach(async () => {
    const [ember = '', fathom = ''] = songs;
    const showId = await tour.show({ date: new Date(stage.clock.now - 3 * HOUR) });
    await tour.predicted(fan.userId, showId, [ember, fathom]);
    await tour.predicted(bystander.userId, showId, [ember]);
    await tour.play(showId, ember);
    second = await tour.play(showId, fathom);
    await tour.status(showId, 'closed');
    setlist = `/api/shows/${showId}/setlist`;
    stage.clock.now += 3 * MINUTE;
  });

  it('notify their owner once, minutes after the last correction', async () => {
    expect(await sentTexts()).toHaveLength(2);
    await replace(songs[2]);
    stage.clock.now += 3 * MINUTE;
    await replace(songs[3]);
    stage.clock.now += 3 * MINUTE;
    expect(await sentTexts()).toEqual([]);
    stage.clock.now += 3 * MINUTE;
    await Promise.all([look(), look(), look()]);
    const [correction] = sent;
    expect(correction && emailText(correction, 'Called It')).toMatchObject({
      subject: 'Barn Night: Song 2 corrected: you −27',
      before:
        'The setlist of Barn Night in Burlington was corrected. Song 2 corrected: you −27. Your prediction now has 41 points.',
    });
    expect(await sentTexts()).toEqual(
      textsToFan('Song 2 corrected: you −27. You now have 41 points.'),
    );
    stage.clock.now += HOUR;
    expect(await sentTexts()).toEqual([]);
  });

  it('are skipped when corrected back, and sent when corrected again', async () => {
    await look();
    sent = [];
    await replace(songs[2]);
    await replace(songs[1]);
    stage.clock.now += 6 * MINUTE;
    expect(await sentTexts()).toEqual([]);
    await replace(songs[2]);
    stage.clock.now += 6 * MINUTE;
    expect(await sentTexts()).toHaveLength(1);
    ok(await stage.admin.delete(`${setlist}/${second.id}`));
    ok(await stage.admin.post(setlist, { songId: songs[1] }));
    stage.clock.now += 6 * MINUTE;
    expect(await sentTexts()).toEqual(textsToFan('Song 2 added: you +27. You now have 68 points.'));
  });

  it('that change before the notification is sent appear as they are when it is sent', async () => {
    await look({ mail: refuse });
    await replace(songs[2]);
    stage.clock.now += 6 * MINUTE;
    await look();
    expect((await sentTexts()).toSorted()).toEqual([
      `${bystander.email}: Scored: you got 41 points.`,
      ...textsToFan('Scored: you got 41 points.'),
    ]);
    await replace(songs[1]);
    stage.clock.now += 6 * MINUTE;
    await look({ mail: refuse });
    ok(await stage.admin.post(setlist, { songId: songs[3], position: 1, insert: true }));
    stage.clock.now += 6 * MINUTE;
    expect((await sentTexts()).toSorted()).toEqual([
      `${bystander.email}: Song 1 added: you −31. You now have 10 points.`,
      ...textsToFan('Setlist corrected: you −21. You now have 20 points.'),
    ]);
  });

  it('are not sent again by another server after one crashed while sending', async () => {
    await look();
    sent = [];
    await replace(songs[2]);
    stage.clock.now += 6 * MINUTE;
    let isClaimed = false;
    // Claims the notification and never finishes.
    void look({
      mail: () => {
        isClaimed = true;
        return new Promise(() => undefined);
      },
    });
    await expect.poll(() => isClaimed).toBe(true);
    expect(await sentTexts()).toEqual([]);
  });

  it('follow the same limits on devices as other notifications', async () => {
    const seenAt = new Date(stage.clock.now);
    const device = { endpoint: `https://web.push.apple.com/${nights}`, p256dh: 'k', auth: 'a' };
    const row = { ...device, userId: fan.userId, timeZone: 'Atlantic/Reykjavik' };
    await db()
      .insert(pushSubscriptions)
      .values({ ...row, createdAt: seenAt, seenAt });
    const by = { channel: 'push', kind: 'result', isWanted: true };
    ok(await fan.patch('/api/user/notices', by));
    const counts: number[] = [];
    for (const songId of [songs[1], songs[2], songs[1], songs[3]]) {
      await replace(songId);
      stage.clock.now += 6 * MINUTE;
      counts.push((await sentTexts({ push: note })).length);
    }
    expect(counts).toEqual([1, 1, 0, 0]);
  });

  it('are not sent to a fan who turned them off', async () => {
    await look();
    sent = [];
    ok(await fan.patch('/api/user/notices', { channel: 'mail', kind: 'result', isWanted: false }));
    await replace(songs[2]);
    stage.clock.now += 6 * MINUTE;
    expect(await sentTexts()).toEqual([]);
  });
});

describe('a show that does not take place', () => {
  let showId: string;

  /** The audit log dates changes by the database's own clock. */
  beforeEach(async () => {
    await setClock(Date.now());
    const date = new Date(Date.now() + 100 * HOUR);
    showId = await tour.show({ date });
    const elsewhere = await tour.show({ date });
    const earlier = new Date(Date.now() - HOUR);
    await tour.predicted(fan.userId, showId, songs.slice(0, 1), earlier);
    await tour.predicted(bystander.userId, elsewhere, songs.slice(0, 1), earlier);
  });

  it.each([
    ['cancelled', 'Cancelled: no points are awarded.'],
    ['postponed', 'Postponed: no new date yet. We kept your prediction.'],
  ] as const)('notifies each fan who predicted it once: %s', async (status, body) => {
    await tour.status(showId, status);
    expect(await sentTexts()).toEqual([]);
    stage.clock.now = Date.now() + 3 * MINUTE;
    await look();
    expect(sent.map((notice) => emailText(notice, '').subject)).toEqual([
      `Barn Night is ${status}`,
    ]);
    expect(await sentTexts()).toEqual(textsToFan(body));
    expect(await sentTexts()).toEqual([]);
  });

  it('and then does notifies the fans who got the earlier notification', async () => {
    await tour.status(showId, 'cancelled');
    stage.clock.now = Date.now() + 3 * MINUTE;
    expect(await sentTexts()).toHaveLength(1);
    await tour.predicted(bystander.userId, showId, songs.slice(0, 1));
    await tour.status(showId, 'open');
    await look();
    await look();
    const subject = 'Barn Night is back on';
    expect(sent.map((notice) => [notice.email, emailText(notice, '').subject])).toEqual([
      [fan.email, subject],
    ]);
  });

  it('notifies of nothing when it is back in time, or of its new date', async () => {
    await tour.status(showId, 'cancelled');
    await tour.status(showId, 'open');
    stage.clock.now = Date.now() + 3 * MINUTE;
    expect(await sentTexts()).toEqual([]);
    await tour.status(showId, 'postponed');
    const date = new Date(Date.now() + 200 * HOUR).toISOString();
    ok(await stage.admin.patch(`/api/shows/${showId}`, { date }));
    stage.clock.now = Date.now() + 3 * MINUTE;
    const bodies = (await sentTexts()).map((text) => text.split(': ')[1]);
    expect(bodies).toEqual(['Moved']);
  });
});
