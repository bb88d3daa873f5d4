import { eq } from 'drizzle-orm';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import type { SharedCard } from '#contract/scorecard.ts';
import { type Caller, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { createTestMailer, type TestMailer } from '../../../tests/support/test-mailer.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { createChangeVersions } from '../changes/change-versions.ts';
import { users } from '../db/schema/accounts.ts';
import { notifications } from '../db/schema/notifications.ts';
import { predictionShares } from '../db/schema/predictions.ts';
import { createBoards } from '../leaderboards/boards.ts';
import { createPicksCache } from '../scoring/picks-cache.ts';
import { createCardFinder } from '../shares/find-card.ts';
import { renderImage } from '../shares/image/render-image.tsx';
import { createEmailChannel, type ResultCards } from './email-channel.ts';
import { type SendNotification, sendNotifications } from './send-notifications.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];
let mailer: TestMailer;
let findCard: ResultCards['findCard'];
let showId: string;
let fans = 0;

beforeAll(async () => {
  const bus = createLocalBus();
  app = await openTestApp({ bus });
  tour = planTour(app);
  songs = await tour.addSongs('Ember', 'Fathom', 'Low Tide', 'Sparks');
  const context = { db: app.database.db, bus, clock: () => app.clock.now };
  const versioned = { ...context, changeVersions: createChangeVersions(bus) };
  const boards = createBoards({ ...versioned, metrics: undefined }, createPicksCache(versioned));
  findCard = createCardFinder(context, boards);
});
afterAll(() => app.close());

beforeEach(async () => {
  fans += 1;
  app.clock.now = Date.parse('2030-06-01T12:00:00Z') + fans * 10 * 24 * HOUR;
  await signIn(app.admin);
  mailer = createTestMailer({ isConfigured: true });
  fan = await app.signUp(`Fan ${fans}`);
  await app.database.db
    .update(users)
    .set({ emailVerifiedAt: new Date() })
    .where(eq(users.id, fan.userId));
});

const PICTURE = Buffer.from('a picture');
let rendered: SharedCard[] = [];
const renderForEmail = async (card: SharedCard) => {
  rendered.push(card);
  return PICTURE;
};

/** Gives the fan 51 points, the second most of three. */
async function scoreShow(predicted = ['Ember', 'Low Tide']): Promise<void> {
  showId = await tour.addShow({ name: 'Harbor Hall', date: new Date(app.clock.now - 3 * HOUR) });
  const [ember = '', fathom = '', lowTide = '', sparks = ''] = songs;
  const ids: Record<string, string> = { Ember: ember, 'Low Tide': lowTide, Sparks: sparks };
  const others = await tour.addFans(2, `Rival${fans}`);
  await tour.addPrediction(others[0] ?? '', showId, [ember, fathom]);
  await tour.addPrediction(others[1] ?? '', showId, [sparks]);
  await tour.addPrediction(
    fan.userId,
    showId,
    predicted.map((title) => ids[title] ?? ''),
  );
  await tour.play(showId, ember);
  await tour.play(showId, fathom);
  await tour.play(showId, lowTide);
  await tour.setStatus(showId, 'live');
  await tour.setStatus(showId, 'closed');
  app.clock.now += 3 * MINUTE;
}

function createChannel(images: ResultCards['images'], pictureTimeoutMs?: number) {
  const { db } = app.database;
  const band = { current: () => ({ productName: 'Called It' }) } as never;
  const context = { db, mailer, band, publicUrl: 'https://calledit.example' };
  return createEmailChannel(
    { ...context, clock: () => app.clock.now, ...(pictureTimeoutMs && { pictureTimeoutMs }) },
    { findCard, images },
  );
}

async function sendDue(
  images: ResultCards['images'] = { renderForEmail },
  signal?: AbortSignal,
  channel?: SendNotification,
) {
  rendered = [];
  const clock = () => app.clock.now;
  const mail = channel ?? createChannel(images);
  const { db } = app.database;
  await sendNotifications({ db, clock, log: { error: () => undefined } }, { mail }, signal);
  const emails = mailer.emails.splice(0);
  expect(emails.map(({ to }) => to)).toEqual(emails.map(() => fan.email));
  const [email] = emails;
  if (emails.length !== 1 || !email) throw new Error(`${emails.length} emails instead of one`);
  return { ...email, picture: email.images.find(({ cid }) => cid === 'scorecard') };
}

describe('the email of a result', () => {
  test('has the points, the rank, the best calls and the scorecard', async () => {
    await scoreShow();
    const { subject, text, html, picture } = await sendDue();
    expect(subject).toBe('You scored 51 at Harbor Hall (2nd of 3)');
    expect(text).toContain(
      'Your prediction for Harbor Hall in Burlington scored 51 points and came in 2nd of 3.\n\nYour best calls: “Ember” as the opener (+41) and “Low Tide” in another spot (+10).',
    );
    expect(picture?.content).toBe(PICTURE);
    expect(html).toContain('src="cid:scorecard"');
    expect(html).toContain(`Prediction by Fan ${fans} for Harbor Hall. Ember 41, Low Tide 10`);
    expect(rendered).toMatchObject([{ username: `Fan ${fans}`, stage: 'scored', points: 51 }]);
  });

  test('states that no song was played', async () => {
    await scoreShow(['Sparks']);
    const { subject, text, html } = await sendDue();
    expect(subject).toBe('No points at Harbor Hall this time (2nd of 3)');
    expect(html).toContain('for Harbor Hall. None of these songs were played.');
    expect(text).toContain('None of your songs were played this time.');
  });

  test('has the picture inside, so a private scorecard has no public URL', async () => {
    await scoreShow();
    await fan.patch('/api/auth/user', { hasPrivateSheets: true });
    const { html, picture } = await sendDue();
    expect(picture).toBeDefined();
    const urls = [...html.matchAll(/src="([^"]*)"/g)].map(([, url = '']) => url);
    expect(urls.every((url) => url.startsWith('cid:'))).toBe(true);
    expect(await app.database.db.$count(predictionShares)).toBe(0);
  });

  test('is sent without a picture if rendering fails', async () => {
    await scoreShow();
    const renderForEmail = () => Promise.reject(new Error('The render thread has ended.'));
    const { subject, picture, html } = await sendDue({ renderForEmail });
    expect(subject).toBe('You scored 51 at Harbor Hall (2nd of 3)');
    expect(picture).toBeUndefined();
    expect(html).not.toContain('cid:scorecard');
  });

  test('is sent without a picture if rendering never finishes, like all emails of the next minute', async () => {
    const signals: AbortSignal[] = [];
    const neverRender = (_: SharedCard, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<Buffer>(() => undefined);
    };
    const channel = createChannel({ renderForEmail: neverRender }, 10);
    const sendAgain = async () => {
      await app.database.db
        .update(notifications)
        .set({ claimedAt: null, outcome: null, sendAfter: new Date(app.clock.now) })
        .where(eq(notifications.userId, fan.userId));
      return (await sendDue(undefined, undefined, channel)).picture;
    };
    await scoreShow();
    expect((await sendDue(undefined, undefined, channel)).picture).toBeUndefined();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await sendAgain()).toBeUndefined();
    expect(signals).toHaveLength(1);
    app.clock.now += MINUTE;
    expect(await sendAgain()).toBeUndefined();
    expect(signals).toHaveLength(2);
  });

  test('is sent without its picture when the server stops', async () => {
    await scoreShow();
    const shutdown = new AbortController();
    const renderForEmail = () => {
      shutdown.abort();
      return new Promise<Buffer>(() => undefined);
    };
    expect((await sendDue({ renderForEmail }, shutdown.signal)).picture).toBeUndefined();
  });

  test('is sent without a picture when it has waited for more than ten minutes', async () => {
    await scoreShow();
    const sendAfter = new Date(app.clock.now - 11 * MINUTE);
    await app.database.db.insert(notifications).values({
      ...{ userId: fan.userId, showId, channel: 'mail', kind: 'result', about: '0' },
      ...{ createdAt: sendAfter, sendAfter },
    });
    const { subject, picture } = await sendDue();
    expect(subject).toBe('You scored 51 at Harbor Hall (2nd of 3)');
    expect([picture, rendered]).toEqual([undefined, []]);
  });

  test('reveals nothing about the result to a fan who hides spoilers', async () => {
    await scoreShow();
    const spoilersHiddenSince = new Date(app.clock.now - 24 * HOUR);
    await app.database.db
      .update(users)
      .set({ spoilersHiddenSince })
      .where(eq(users.id, fan.userId));
    const { subject, text, html, images } = await sendDue();
    expect(subject).toBe('Your points for Harbor Hall are in');
    // Links contain random tokens, which may have any of these letters.
    const words = (text + html).replaceAll(/https?:[^\s"]+/g, '');
    expect(words).toContain('Harbor Hall');
    expect(words).not.toMatch(/51|2nd|Ember/);
    expect(images.map(({ cid }) => cid)).toEqual(['logo']);
    expect(rendered).toEqual([]);
  });

  test('has the new rank and picture after a correction', async () => {
    await scoreShow();
    await sendDue();
    const [, , , sparks = ''] = songs;
    const setlist = (await app.admin.get(`/api/shows/${showId}/setlist`)).json();
    await app.admin.patch(`/api/shows/${showId}/setlist/${setlist[0].id}`, { songId: sparks });
    app.clock.now += 6 * MINUTE;
    const { subject, text, picture } = await sendDue();
    expect(subject).toBe('Your score at Harbor Hall is now 10 (3rd of 3)');
    expect(text).toContain('and is 3rd of 3.');
    expect(picture).toBeDefined();
    expect(rendered).toMatchObject([{ points: 10, correctedAt: expect.any(String) }]);
  });
});

test('a rendered scorecard is small enough for an email', async () => {
  await scoreShow();
  await sendDue();
  const [card] = rendered;
  if (!card) throw new Error('no card');
  const frame = { productName: 'Called It', gameTagline: 'The game', site: 'a.example' };
  const png = Buffer.from(await renderImage({ card, ...frame, lamp: '#7db4ff' }));
  expect(PNG.sync.read(png).width).toBe(1200);
  expect(png.length).toBeLessThan(200_000);
});
