import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import {
  type Answer,
  type Caller,
  openTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';

let t: TestApp;
let tour: Tour;
let fan: Caller;
let picks: string[];
let showId: string;

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  fan = await t.signUp('Nightingale');
  picks = await tour.songs(...Array.from({ length: 25 }, (_, n) => `Song ${n + 1}`));
});

beforeEach(async () => {
  showId = await tour.show();
});

afterAll(() => t.close());

const CLOSED = 'Predictions are closed for this show';

function expectRefused(answer: Answer, status: number, message: string) {
  expect(answer.json()).toMatchObject({ statusCode: status, message });
  expect(answer.statusCode).toBe(status);
  expect(answer.body).not.toMatch(/\bat .*\.(ts|js):|insert into|prediction_songs/);
}

async function expectNothingWritten() {
  const ofShow = eq(predictions.showId, showId);
  expect(await t.database.db.select().from(predictions).where(ofShow)).toEqual([]);
}

/** Lists that are refused in a new prediction and in an edit. */
const lists: [what: string, songIds: () => unknown, message: string][] = [
  ['no song', () => [], 'At least one song must be selected'],
  ['25 songs', () => picks, 'You can only select up to 24 songs for your prediction.'],
  ['a song twice', () => [picks[0], picks[1], picks[0]], 'A song cannot be chosen twice'],
  [
    'a song twice, once in capitals',
    () => [picks[0], picks[0]?.toUpperCase()],
    'A song cannot be chosen twice',
  ],
  ['an unknown song', () => [picks[0], randomUUID()], 'Unknown song'],
  ['a malformed song', () => [picks[0], 'song-7'], 'Unknown song'],
  ['null in the list', () => [picks[0], null], 'Unknown song'],
  ['text instead of a list', () => 'Song 1', 'Songs must be a list'],
  ['an object instead of a list', () => ({ 0: picks[0], length: 1 }), 'Songs must be a list'],
  ['null instead of a list', () => null, 'Songs must be a list'],
  ['no list', () => undefined, 'Songs is required'],
];

describe('a new prediction answers 400 and writes nothing', () => {
  it.each(lists)('%s', async (_what, songIds, message) => {
    const answer = await fan.post('/api/predictions', { showId, songIds: songIds() });
    expectRefused(answer, 400, message);
    await expectNothingWritten();
  });

  it.each([
    ['a malformed show', 'tonight', 'Unknown show'],
    ['null for the show', null, 'Unknown show'],
  ])('%s', async (_what, badShowId, message) => {
    const answer = await fan.post('/api/predictions', { showId: badShowId, songIds: [picks[0]] });
    expectRefused(answer, 400, message);
  });
});

describe('an edit answers 400 and keeps the picks', () => {
  it.each(lists)('%s', async (_what, songIds, message) => {
    const made = await tour.predict(fan, showId, picks.slice(0, 4));
    t.clock.now += 1000;
    const answer = await fan.patch(`/api/predictions/${made.id}`, { songIds: songIds() });
    expectRefused(answer, 400, message);
    expect((await fan.get(`/api/predictions/${made.id}`)).json()).toEqual(made);
  });
});

describe('a new prediction and an edit answer 409 when predictions are closed', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the show is live', () => tour.status(showId, 'live')],
    ['the show is closed', () => tour.status(showId, 'closed')],
    ['less than an hour is left', () => moveStart({ date: new Date(t.clock.now + HOUR - 1) })],
    ['exactly an hour is left', () => moveStart({ date: new Date(t.clock.now + HOUR) })],
    ['the show has begun but is still open', () => moveStart({ date: new Date(t.clock.now - 1) })],
  ])('%s', async (_what, close) => {
    const made = await tour.predict(fan, showId, picks.slice(0, 4));
    await close();
    const edit = await fan.patch(`/api/predictions/${made.id}`, { songIds: [picks[5]] });
    const late = await t.admin.post('/api/predictions', { showId, songIds: [picks[5]] });
    expectRefused(edit, 409, CLOSED);
    expectRefused(late, 409, CLOSED);
    expectRefused(await fan.post('/api/predictions', { showId, songIds: [picks[5]] }), 409, CLOSED);
    const again = await fan.post('/api/predictions', { showId, songIds: picks.slice(0, 4) });
    expect([again.statusCode, again.json()]).toMatchObject([
      200,
      { id: made.id, songs: made.songs },
    ]);
    const { songs } = (await fan.get(`/api/predictions/${made.id}`)).json();
    expect(songs).toEqual(made.songs);
    const stored = await t.database.db
      .select()
      .from(predictions)
      .where(eq(predictions.showId, showId));
    expect(stored).toHaveLength(1);
  });

  it('and when the prediction has points, even 0, though the show is open', async () => {
    const made = await tour.predict(fan, showId, picks.slice(0, 4));
    await t.database.db.update(predictions).set({ points: 0 }).where(eq(predictions.id, made.id));
    const edit = await fan.patch(`/api/predictions/${made.id}`, { songIds: [picks[5]] });
    expectRefused(edit, 409, CLOSED);
  });
});

async function moveStart(start: { date: Date }) {
  await t.database.db.update(shows).set(start).where(eq(shows.id, showId));
}

describe('an unknown show', () => {
  it('answers 404 to a new prediction', async () => {
    const body = { showId: randomUUID(), songIds: [picks[0]] };
    expectRefused(await fan.post('/api/predictions', body), 404, 'Show not found.');
  });

  it('answers 404 to a new prediction and an edit after its deletion and leaves no orphan', async () => {
    const made = await tour.predict(fan, showId, picks.slice(0, 4));
    const [deletion, late, edit] = await Promise.all([
      t.admin.delete(`/api/shows/${showId}`),
      t.admin.post('/api/predictions', { showId, songIds: [picks[5]] }),
      fan.patch(`/api/predictions/${made.id}`, { songIds: [picks[5]] }),
    ]);
    expect(deletion.statusCode).toBe(204);
    expect([200, 201, 404]).toContain(late.statusCode);
    expect([200, 404]).toContain(edit.statusCode);
    expectRefused(
      await fan.post('/api/predictions', { showId, songIds: [picks[5]] }),
      404,
      'Show not found.',
    );
    const gone = await fan.patch(`/api/predictions/${made.id}`, { songIds: [picks[5]] });
    expectRefused(gone, 404, 'Prediction not found.');
    await expectNothingWritten();
    const orphans = eq(predictionSongs.predictionId, made.id);
    expect(await t.database.db.select().from(predictionSongs).where(orphans)).toEqual([]);
  });
});
