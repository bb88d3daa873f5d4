import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictions } from '../db/schema/predictions.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let picks: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Nightingale');
  rival = await app.signUp('Rook');
  picks = await tour.addSongs(...Array.from({ length: 25 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => app.close());

const submit = (caller: Caller, showId: unknown, songIds: unknown, extraFields: object = {}) =>
  caller.post('/api/predictions', { showId, songIds, ...extraFields });

const findStored = (showId: string) =>
  app.database.db.select().from(predictions).where(eq(predictions.showId, showId));

describe('a new prediction', () => {
  it('returns 201 with the show, the songs in order and no points', async () => {
    const showId = await tour.addShow({ name: 'Mill Dam', state: 'VT', tourName: 'Ledger' });
    const order = [picks[3], picks[0], picks[2]];
    const response = await submit(fan, showId, order);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.any(String),
      showId,
      show: {
        name: 'Mill Dam',
        venue: null,
        city: 'Burlington',
        state: 'VT',
        country: 'USA',
        date: new Date(app.clock.now + 48 * HOUR).toISOString(),
        timeZone: 'America/New_York',
        tourName: 'Ledger',
        status: 'open',
        locksAt: null,
        arePredictionsFrozen: false,
      },
      points: null,
      submittedAt: new Date(app.clock.now).toISOString(),
      songs: [
        { id: picks[3], title: 'Song 4', album: 'On Song 4', position: 1 },
        { id: picks[0], title: 'Song 1', album: 'On Song 1', position: 2 },
        { id: picks[2], title: 'Song 3', album: 'On Song 3', position: 3 },
      ],
    });
    const readResponse = await fan.get(`/api/predictions/${response.json().id}`);
    expect(readResponse.json()).toEqual(response.json());
  });

  it('ignores fields that the client must not set', async () => {
    const showId = await tour.addShow();
    const forged = { userId: rival.userId, points: 500, submittedAt: '2001-01-01T00:00:00Z' };
    const response = await submit(fan, showId, picks.slice(0, 2), { ...forged, id: randomUUID() });
    expect(response.statusCode).toBe(201);
    expect(await findStored(showId)).toEqual([
      {
        id: response.json().id,
        userId: fan.userId,
        showId,
        points: null,
        submittedAt: new Date(app.clock.now),
        isSurprise: false,
      },
    ]);
  });

  it('returns 200 with the existing prediction for the same list, regardless of the case of its IDs', async () => {
    const showId = await tour.addShow();
    const list = picks.slice(0, 5);
    const firstResponse = await submit(fan, showId, list);
    const secondResponse = await submit(fan, showId, list);
    const uppercase = await submit(
      fan,
      showId.toUpperCase(),
      list.map((id) => id.toUpperCase()),
    );
    for (const response of [secondResponse, uppercase]) {
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual(firstResponse.json());
    }
  });

  it.each([
    ['a different song', (list: string[]) => [...list.slice(0, 4), picks[9]]],
    ['a different order', (list: string[]) => list.toReversed()],
    ['one fewer song', (list: string[]) => list.slice(0, 4)],
    ['one more song', (list: string[]) => [...list, picks[9]]],
  ])('returns 409 for %s and keeps the first list', async (_what, change) => {
    const showId = await tour.addShow();
    const list = picks.slice(0, 5);
    const firstResponse = await submit(fan, showId, list);
    const response = await submit(fan, showId, change(list));
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe(
      'You already have a prediction for this show. You can edit it instead.',
    );
    expect((await fan.get(`/api/predictions/${firstResponse.json().id}`)).json()).toEqual(
      firstResponse.json(),
    );
  });

  it('stores one row for 200 simultaneous submissions by one fan', async () => {
    const showId = await tour.addShow();
    const list = picks.slice(0, 20);
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => submit(fan, showId, list)),
    );
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(199);
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1);
    expect(await findStored(showId)).toHaveLength(1);
  });
});

describe('an edit', () => {
  it('replaces the picks and updates the submission time', async () => {
    const showId = await tour.addShow();
    const createdPrediction = (await submit(fan, showId, picks.slice(0, 5))).json();
    app.clock.now += 60_000;
    const order = [picks[4], picks[7], picks[0]];
    const response = await fan.patch(`/api/predictions/${createdPrediction.id}`, {
      songIds: order,
    });
    expect(response.statusCode).toBe(200);
    expect(response.json().songs.map(({ id }: { id: string }) => id)).toEqual(order);
    expect(response.json()).toMatchObject({
      id: createdPrediction.id,
      show: createdPrediction.show,
      submittedAt: new Date(app.clock.now).toISOString(),
    });
    expect((await fan.get(`/api/predictions/${createdPrediction.id}`)).json()).toEqual(
      response.json(),
    );
  });

  it("changes neither another user's picks nor those for another show", async () => {
    const [showId, otherShowId] = [await tour.addShow(), await tour.addShow()];
    const { id } = await tour.predict(fan, showId, picks.slice(0, 5));
    const bystanders = [
      await tour.predict(rival, showId, picks.slice(2, 9)),
      await tour.predict(fan, otherShowId, picks.slice(0, 4)),
    ];
    app.clock.now += 60_000;
    await fan.patch(`/api/predictions/${id}`, { songIds: [picks[9]] });
    const [rivalPrediction, otherPrediction] = bystanders;
    expect((await rival.get(`/api/predictions/${rivalPrediction.id}`)).json()).toEqual(
      rivalPrediction,
    );
    expect((await fan.get(`/api/predictions/${otherPrediction.id}`)).json()).toEqual(
      otherPrediction,
    );
  });

  it('leaves one complete list after simultaneous edits', async () => {
    const showId = await tour.addShow();
    const { id } = (await submit(fan, showId, picks.slice(0, 5))).json();
    const lists = Array.from({ length: 20 }, (_, n) => [
      ...picks.slice(n, 24),
      ...picks.slice(0, n),
    ]);
    const responses = await Promise.all(
      lists.map((songIds) => fan.patch(`/api/predictions/${id}`, { songIds })),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const storedSongs = (await fan.get(`/api/predictions/${id}`)).json().songs;
    expect(lists).toContainEqual(storedSongs.map((song: { id: string }) => song.id));
  });
});

describe('access', () => {
  it.each([
    ['get', '/api/predictions/my-predictions'],
    ['get', `/api/predictions/${randomUUID()}`],
    ['post', '/api/predictions'],
    ['patch', `/api/predictions/${randomUUID()}`],
  ] as const)('%s %s requires a session', async (method, url) => {
    expect((await app.visitor[method](url)).statusCode).toBe(401);
  });

  it('hides a prediction from other fans and administrators, for reading and editing', async () => {
    const showId = await tour.addShow();
    const createdPrediction = await tour.predict(fan, showId, picks.slice(0, 3));
    for (const caller of [rival, app.admin]) {
      const readResponse = await caller.get(`/api/predictions/${createdPrediction.id}`);
      const writeResponse = await caller.patch(`/api/predictions/${createdPrediction.id}`, {
        songIds: [picks[9]],
      });
      expect([readResponse.statusCode, writeResponse.statusCode]).toEqual([404, 404]);
    }
    expect((await fan.get(`/api/predictions/${createdPrediction.id}`)).json()).toEqual(
      createdPrediction,
    );
  });

  it.each([randomUUID(), 'tomorrow', '1'])('returns 404 for the ID %s', async (id) => {
    const readResponse = await fan.get(`/api/predictions/${id}`);
    const writeResponse = await fan.patch(`/api/predictions/${id}`, { songIds: [picks[0]] });
    expect([readResponse.statusCode, writeResponse.statusCode]).toEqual([404, 404]);
  });
});
