import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictions } from '../db/schema/predictions.ts';

let t: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let picks: string[];

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  fan = await t.signUp('Nightingale');
  rival = await t.signUp('Rook');
  picks = await tour.songs(...Array.from({ length: 25 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => t.close());

const submit = (caller: Caller, showId: unknown, songIds: unknown, more: object = {}) =>
  caller.post('/api/predictions', { showId, songIds, ...more });

const storedOf = (showId: string) =>
  t.database.db.select().from(predictions).where(eq(predictions.showId, showId));

describe('a new prediction', () => {
  it('answers 201 with the show, the songs in order and no points', async () => {
    const showId = await tour.show({ name: 'Mill Dam', state: 'VT', tourName: 'Ledger' });
    const order = [picks[3], picks[0], picks[2]];
    const answer = await submit(fan, showId, order);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.any(String),
      showId,
      show: {
        name: 'Mill Dam',
        venue: null,
        city: 'Burlington',
        state: 'VT',
        country: 'USA',
        date: new Date(t.clock.now + 48 * HOUR).toISOString(),
        timeZone: 'America/New_York',
        tourName: 'Ledger',
        status: 'open',
        locksAt: null,
      },
      points: null,
      submittedAt: new Date(t.clock.now).toISOString(),
      songs: [
        { id: picks[3], title: 'Song 4', album: 'On Song 4', position: 1 },
        { id: picks[0], title: 'Song 1', album: 'On Song 1', position: 2 },
        { id: picks[2], title: 'Song 3', album: 'On Song 3', position: 3 },
      ],
    });
    const read = await fan.get(`/api/predictions/${answer.json().id}`);
    expect(read.json()).toEqual(answer.json());
  });

  it('ignores fields that the client must not set', async () => {
    const showId = await tour.show();
    const forged = { userId: rival.userId, points: 500, submittedAt: '2001-01-01T00:00:00Z' };
    const answer = await submit(fan, showId, picks.slice(0, 2), { ...forged, id: randomUUID() });
    expect(answer.statusCode).toBe(201);
    expect(await storedOf(showId)).toEqual([
      {
        id: answer.json().id,
        userId: fan.userId,
        showId,
        points: null,
        submittedAt: new Date(t.clock.now),
      },
    ]);
  });

  it('answers 200 with the existing prediction to the same list, in any letter case of its ids', async () => {
    const showId = await tour.show();
    const list = picks.slice(0, 5);
    const first = await submit(fan, showId, list);
    const again = await submit(fan, showId, list);
    const shouted = await submit(
      fan,
      showId.toUpperCase(),
      list.map((id) => id.toUpperCase()),
    );
    for (const answer of [again, shouted]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual(first.json());
    }
  });

  it.each([
    ['another song', (list: string[]) => [...list.slice(0, 4), picks[9]]],
    ['another order', (list: string[]) => list.toReversed()],
    ['one song less', (list: string[]) => list.slice(0, 4)],
    ['one song more', (list: string[]) => [...list, picks[9]]],
  ])('answers 409 to %s and keeps the first list', async (_what, change) => {
    const showId = await tour.show();
    const list = picks.slice(0, 5);
    const first = await submit(fan, showId, list);
    const answer = await submit(fan, showId, change(list));
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe(
      'You already have a prediction for this show. You can edit it instead.',
    );
    expect((await fan.get(`/api/predictions/${first.json().id}`)).json()).toEqual(first.json());
  });

  it('makes one row of 200 simultaneous submissions by one fan', async () => {
    const showId = await tour.show();
    const list = picks.slice(0, 20);
    const answers = await Promise.all(Array.from({ length: 200 }, () => submit(fan, showId, list)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(199);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await storedOf(showId)).toHaveLength(1);
  });
});

describe('an edit', () => {
  it('replaces the picks and updates the submission time', async () => {
    const showId = await tour.show();
    const made = (await submit(fan, showId, picks.slice(0, 5))).json();
    t.clock.now += 60_000;
    const order = [picks[4], picks[7], picks[0]];
    const answer = await fan.patch(`/api/predictions/${made.id}`, { songIds: order });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().songs.map(({ id }: { id: string }) => id)).toEqual(order);
    expect(answer.json()).toMatchObject({
      id: made.id,
      show: made.show,
      submittedAt: new Date(t.clock.now).toISOString(),
    });
    expect((await fan.get(`/api/predictions/${made.id}`)).json()).toEqual(answer.json());
  });

  it("changes no other user's picks and no other show's", async () => {
    const [showId, elsewhere] = [await tour.show(), await tour.show()];
    const { id } = await tour.predict(fan, showId, picks.slice(0, 5));
    const bystanders = [
      await tour.predict(rival, showId, picks.slice(2, 9)),
      await tour.predict(fan, elsewhere, picks.slice(0, 4)),
    ];
    t.clock.now += 60_000;
    await fan.patch(`/api/predictions/${id}`, { songIds: [picks[9]] });
    const [theirs, other] = bystanders;
    expect((await rival.get(`/api/predictions/${theirs.id}`)).json()).toEqual(theirs);
    expect((await fan.get(`/api/predictions/${other.id}`)).json()).toEqual(other);
  });

  it('leaves one complete list after simultaneous edits', async () => {
    const showId = await tour.show();
    const { id } = (await submit(fan, showId, picks.slice(0, 5))).json();
    const lists = Array.from({ length: 20 }, (_, n) => [
      ...picks.slice(n, 24),
      ...picks.slice(0, n),
    ]);
    const answers = await Promise.all(
      lists.map((songIds) => fan.patch(`/api/predictions/${id}`, { songIds })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const stored = (await fan.get(`/api/predictions/${id}`)).json().songs;
    expect(lists).toContainEqual(stored.map((song: { id: string }) => song.id));
  });
});

describe('access', () => {
  it.each([
    ['get', '/api/predictions/my-predictions'],
    ['get', `/api/predictions/${randomUUID()}`],
    ['post', '/api/predictions'],
    ['patch', `/api/predictions/${randomUUID()}`],
  ] as const)('%s %s requires a session', async (method, url) => {
    expect((await t.visitor[method](url)).statusCode).toBe(401);
  });

  it("hides another user's prediction from fans and administrators, for reading and editing", async () => {
    const showId = await tour.show();
    const made = await tour.predict(fan, showId, picks.slice(0, 3));
    for (const caller of [rival, t.admin]) {
      const read = await caller.get(`/api/predictions/${made.id}`);
      const write = await caller.patch(`/api/predictions/${made.id}`, { songIds: [picks[9]] });
      expect([read.statusCode, write.statusCode]).toEqual([404, 404]);
    }
    expect((await fan.get(`/api/predictions/${made.id}`)).json()).toEqual(made);
  });

  it.each([randomUUID(), 'tomorrow', '1'])('answers 404 for the id %s', async (id) => {
    const read = await fan.get(`/api/predictions/${id}`);
    const write = await fan.patch(`/api/predictions/${id}`, { songIds: [picks[0]] });
    expect([read.statusCode, write.statusCode]).toEqual([404, 404]);
  });
});
