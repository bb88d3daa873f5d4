import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import {
  type Caller,
  openTestApp,
  type TestApp,
  type TestResponse,
} from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let picks: string[];
let showId: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Nightingale');
  picks = await tour.addSongs(...Array.from({ length: 25 }, (_, n) => `Song ${n + 1}`));
});

beforeEach(async () => {
  showId = await tour.addShow();
});

afterAll(() => app.close());

const CLOSED = 'Predictions are closed for this show';

function expectRejected(response: TestResponse, status: number, message: string) {
  expect(response.json()).toMatchObject({ statusCode: status, message });
  expect(response.statusCode).toBe(status);
  expect(response.body).not.toMatch(/\bat .*\.(ts|js):|insert into|prediction_songs/);
}

async function expectNothingWritten() {
  const isOfShow = eq(predictions.showId, showId);
  expect(await app.database.db.select().from(predictions).where(isOfShow)).toEqual([]);
}

const lists: [name: string, songIds: () => unknown, message: string][] = [
  ['no song', () => [], 'At least one song must be selected'],
  ['25 songs', () => picks, 'You can only select up to 24 songs for your prediction.'],
  ['a song twice', () => [picks[0], picks[1], picks[0]], 'A song cannot be chosen twice'],
  [
    'a song twice, once in uppercase',
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

describe('a new prediction returns 400 and writes nothing for', () => {
  test.each(lists)('%s', async (_name, songIds, message) => {
    const response = await fan.post('/api/predictions', { showId, songIds: songIds() });
    expectRejected(response, 400, message);
    await expectNothingWritten();
  });

  test.each([
    ['a malformed show', 'tonight', 'Unknown show'],
    ['null for the show', null, 'Unknown show'],
    ['no show', undefined, 'Unknown show'],
  ])('%s', async (_name, badShowId, message) => {
    const response = await fan.post('/api/predictions', { showId: badShowId, songIds: [picks[0]] });
    expectRejected(response, 400, message);
  });
});

describe('an edit returns 400 and keeps the picks for', () => {
  test.each(lists)('%s', async (_name, songIds, message) => {
    const createdPrediction = await tour.predict(fan, showId, picks.slice(0, 4));
    app.clock.now += 1000;
    const response = await fan.patch(`/api/predictions/${createdPrediction.id}`, {
      songIds: songIds(),
    });
    expectRejected(response, 400, message);
    expect((await fan.get(`/api/predictions/${createdPrediction.id}`)).json()).toEqual(
      createdPrediction,
    );
  });
});

describe('a new prediction and an edit return 409 when predictions are closed', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['the show is live', () => tour.setStatus(showId, 'live')],
    ['the show is closed', () => tour.setStatus(showId, 'closed')],
    ['less than an hour is left', () => moveStart({ date: new Date(app.clock.now + HOUR - 1) })],
    ['exactly an hour is left', () => moveStart({ date: new Date(app.clock.now + HOUR) })],
    [
      'the show has begun but is still open',
      () => moveStart({ date: new Date(app.clock.now - 1) }),
    ],
  ])('%s', async (_name, close) => {
    const createdPrediction = await tour.predict(fan, showId, picks.slice(0, 4));
    await close();
    const edit = await fan.patch(`/api/predictions/${createdPrediction.id}`, {
      songIds: [picks[5]],
    });
    const creation = await app.admin.post('/api/predictions', { showId, songIds: [picks[5]] });
    expectRejected(edit, 409, CLOSED);
    expectRejected(creation, 409, CLOSED);
    expectRejected(
      await fan.post('/api/predictions', { showId, songIds: [picks[5]] }),
      409,
      CLOSED,
    );
    const secondResponse = await fan.post('/api/predictions', {
      showId,
      songIds: picks.slice(0, 4),
    });
    expect([secondResponse.statusCode, secondResponse.json()]).toMatchObject([
      200,
      { id: createdPrediction.id, songs: createdPrediction.songs },
    ]);
    const { songs } = (await fan.get(`/api/predictions/${createdPrediction.id}`)).json();
    expect(songs).toEqual(createdPrediction.songs);
    const storedRows = await app.database.db
      .select()
      .from(predictions)
      .where(eq(predictions.showId, showId));
    expect(storedRows).toHaveLength(1);
  });

  test('when the prediction has points, even 0, in an open show', async () => {
    const createdPrediction = await tour.predict(fan, showId, picks.slice(0, 4));
    await app.database.db
      .update(predictions)
      .set({ points: 0 })
      .where(eq(predictions.id, createdPrediction.id));
    const edit = await fan.patch(`/api/predictions/${createdPrediction.id}`, {
      songIds: [picks[5]],
    });
    expectRejected(edit, 409, CLOSED);
  });
});

async function moveStart(start: { date: Date }) {
  await app.database.db.update(shows).set(start).where(eq(shows.id, showId));
}

describe('an unknown show', () => {
  test('returns 404 for a new prediction', async () => {
    const body = { showId: randomUUID(), songIds: [picks[0]] };
    expectRejected(await fan.post('/api/predictions', body), 404, 'Show not found.');
  });

  test('returns 404 for a new prediction and an edit after its deletion and leaves no orphan', async () => {
    const createdPrediction = await tour.predict(fan, showId, picks.slice(0, 4));
    const [deletion, late, edit] = await Promise.all([
      app.admin.delete(`/api/shows/${showId}`),
      app.admin.post('/api/predictions', { showId, songIds: [picks[5]] }),
      fan.patch(`/api/predictions/${createdPrediction.id}`, { songIds: [picks[5]] }),
    ]);
    expect(deletion.statusCode).toBe(204);
    expect([200, 201, 404]).toContain(late.statusCode);
    expect([200, 404]).toContain(edit.statusCode);
    expectRejected(
      await fan.post('/api/predictions', { showId, songIds: [picks[5]] }),
      404,
      'Show not found.',
    );
    const orphanedEdit = await fan.patch(`/api/predictions/${createdPrediction.id}`, {
      songIds: [picks[5]],
    });
    expectRejected(orphanedEdit, 404, 'Prediction not found.');
    await expectNothingWritten();
    const orphans = eq(predictionSongs.predictionId, createdPrediction.id);
    expect(await app.database.db.select().from(predictionSongs).where(orphans)).toEqual([]);
  });
});
