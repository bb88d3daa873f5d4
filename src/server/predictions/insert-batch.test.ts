import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilWaiting } from '../../../tests/support/lock-waits.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { MAX_STATEMENTS } from '../db/batch.ts';
import { urlOf } from '../db/open.ts';
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

const submit = (caller: Caller, showId: unknown, songIds: unknown) =>
  caller.post('/api/predictions', { showId, songIds });

const storedOf = (showId: string) =>
  t.database.db.select().from(predictions).where(eq(predictions.showId, showId));

const idsOf = (songs: { id: string }[]) => songs.map(({ id }) => id);

test('stores the predictions of fans who submit at the same time', async () => {
  const [showId, elsewhere] = [await tour.show(), await tour.show()];
  const [one, two, other] = await Promise.all([
    submit(fan, showId, picks.slice(0, 3)),
    submit(rival, showId, picks.slice(3, 6)),
    submit(rival, elsewhere, picks.slice(0, 9)),
  ]);
  expect([one.statusCode, two.statusCode, other.statusCode]).toEqual([201, 201, 201]);
  const lists = [one, two, other].map((answer) => idsOf(answer.json().songs));
  expect(lists).toEqual([picks.slice(0, 3), picks.slice(3, 6), picks.slice(0, 9)]);
  expect((await fan.get(`/api/predictions/${one.json().id}`)).json()).toEqual(one.json());
  expect((await rival.get(`/api/predictions/${two.json().id}`)).json()).toEqual(two.json());
  expect(await storedOf(showId)).toHaveLength(2);
});

test('refuses one prediction without refusing others of the same moment', async () => {
  const [showId, closed] = [await tour.show(), await tour.show({ status: 'closed' })];
  const answers = await Promise.all([
    submit(rival, showId, [picks[0], randomUUID()]),
    submit(rival, closed, picks.slice(0, 2)),
    submit(rival, randomUUID(), picks.slice(0, 2)),
    submit(fan, showId, picks.slice(0, 4)),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 409, 404, 201]);
  expect(await storedOf(showId)).toMatchObject([{ userId: fan.userId }]);
  expect(await storedOf(closed)).toEqual([]);
  expect(idsOf(answers[3].json().songs)).toEqual(picks.slice(0, 4));
});

test('delays only the submissions of a show that is being changed', async () => {
  const [showId, elsewhere] = [await tour.show(), await tour.show()];
  const admin = await holdShow(showId);
  const waiting: ReturnType<typeof submit>[] = [];
  for (let n = 1; n <= 8; n += 1) {
    waiting.push(submit(n % 2 ? rival : fan, showId, picks.slice(0, 3)));
    // The first few go out in one statement each, the others together in the next.
    if (n <= MAX_STATEMENTS) await untilWaiting(t.database.db, n);
  }
  expect((await submit(fan, elsewhere, picks.slice(0, 4))).statusCode).toBe(201);
  await admin.end();
  const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 201, 201]);
});

test('stores more predictions than fit in one statement, each with its own list', async () => {
  const shows = await Promise.all(Array.from({ length: 140 }, () => tour.show()));
  const listOf = (n: number) => picks.slice(n % 20, (n % 20) + 1 + (n % 5));
  const answers = await Promise.all(shows.map((id, n) => submit(fan, id, listOf(n))));
  for (const [n, answer] of answers.entries()) {
    expect(answer.json()).toMatchObject({ showId: shows[n] });
    expect(idsOf(answer.json().songs)).toEqual(listOf(n));
  }
});

async function holdShow(id: string): Promise<Client> {
  const client = new Client(urlOf(t.database.db));
  await client.connect();
  await client.query('begin');
  await client.query('select from shows where id = $1 for update', [id]);
  return client;
}

test('stores all predictions in a retry after a deadlock', async () => {
  const showId = await tour.show();
  // The first two attempts deadlock. A sequence keeps its count when a statement rolls back.
  await t.database.db.execute(sql`
    create sequence attempts;
    create function stand_in_the_way() returns trigger language plpgsql as $$
    begin
      if nextval('attempts') < 3 then raise 'deadlock' using errcode = '40P01'; end if;
      return null;
    end $$;
    create trigger in_the_way before insert on predictions
      for each statement execute function stand_in_the_way()`);
  const answers = await Promise.all([
    submit(fan, showId, picks.slice(0, 3)),
    submit(rival, showId, picks.slice(3, 6)),
  ]);
  await t.database.db.execute(sql`
    drop trigger in_the_way on predictions;
    drop function stand_in_the_way;
    drop sequence attempts`);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(await storedOf(showId)).toHaveLength(2);
});
