import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForLockWaits } from '../../../tests/support/lock-waits.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { MAX_STATEMENTS } from '../db/batch.ts';
import { connectionUrl } from '../db/open.ts';
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

const submit = (caller: Caller, showId: unknown, songIds: unknown) =>
  caller.post('/api/predictions', { showId, songIds });

const findStored = (showId: string) =>
  app.database.db.select().from(predictions).where(eq(predictions.showId, showId));

const toIds = (songs: { id: string }[]) => songs.map(({ id }) => id);

test('stores the predictions of fans who submit at the same time', async () => {
  const [showId, otherShowId] = [await tour.addShow(), await tour.addShow()];
  const [first, second, third] = await Promise.all([
    submit(fan, showId, picks.slice(0, 3)),
    submit(rival, showId, picks.slice(3, 6)),
    submit(rival, otherShowId, picks.slice(0, 9)),
  ]);
  expect([first.statusCode, second.statusCode, third.statusCode]).toEqual([201, 201, 201]);
  const lists = [first, second, third].map((response) => toIds(response.json().songs));
  expect(lists).toEqual([picks.slice(0, 3), picks.slice(3, 6), picks.slice(0, 9)]);
  expect((await fan.get(`/api/predictions/${first.json().id}`)).json()).toEqual(first.json());
  expect((await rival.get(`/api/predictions/${second.json().id}`)).json()).toEqual(second.json());
  expect(await findStored(showId)).toHaveLength(2);
});

test('rejects an invalid prediction without rejecting others in the same batch', async () => {
  const [showId, closed] = [await tour.addShow(), await tour.addShow({ status: 'closed' })];
  const responses = await Promise.all([
    submit(rival, showId, [picks[0], randomUUID()]),
    submit(rival, closed, picks.slice(0, 2)),
    submit(rival, randomUUID(), picks.slice(0, 2)),
    submit(fan, showId, picks.slice(0, 4)),
  ]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 409, 404, 201]);
  expect(await findStored(showId)).toMatchObject([{ userId: fan.userId }]);
  expect(await findStored(closed)).toEqual([]);
  expect(toIds(responses[3].json().songs)).toEqual(picks.slice(0, 4));
});

test('delays only submissions for the show being changed', async () => {
  const [showId, otherShowId] = [await tour.addShow(), await tour.addShow()];
  const admin = await lockShowRow(showId);
  const pendingSubmissions: ReturnType<typeof submit>[] = [];
  for (let n = 1; n <= 8; n += 1) {
    pendingSubmissions.push(submit(n % 2 ? rival : fan, showId, picks.slice(0, 3)));
    // The first few are sent in one statement each, the others together in the next one.
    if (n <= MAX_STATEMENTS) await waitForLockWaits(app.database.db, n);
  }
  expect((await submit(fan, otherShowId, picks.slice(0, 4))).statusCode).toBe(201);
  await admin.end();
  const statuses = (await Promise.all(pendingSubmissions)).map(({ statusCode }) => statusCode);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 201, 201]);
});

test('stores more predictions than fit in one statement, each with its own list', async () => {
  const shows = await Promise.all(Array.from({ length: 140 }, () => tour.addShow()));
  const pickList = (n: number) => picks.slice(n % 20, (n % 20) + 1 + (n % 5));
  const responses = await Promise.all(shows.map((id, n) => submit(fan, id, pickList(n))));
  for (const [n, response] of responses.entries()) {
    expect(response.json()).toMatchObject({ showId: shows[n] });
    expect(toIds(response.json().songs)).toEqual(pickList(n));
  }
});

async function lockShowRow(id: string): Promise<Client> {
  const client = new Client(connectionUrl(app.database.db));
  await client.connect();
  await client.query('begin');
  await client.query('select from shows where id = $1 for update', [id]);
  return client;
}

test('stores all predictions in a retry after a deadlock', async () => {
  const showId = await tour.addShow();
  // The first two attempts deadlock. A sequence keeps its count when a statement rolls back.
  await app.database.db.execute(sql`
    create sequence attempts;
    create function stand_in_the_way() returns trigger language plpgsql as $$
    begin
      if nextval('attempts') < 3 then raise 'deadlock' using errcode = '40P01'; end if;
      return null;
    end $$;
    create trigger in_the_way before insert on predictions
      for each statement execute function stand_in_the_way()`);
  const responses = await Promise.all([
    submit(fan, showId, picks.slice(0, 3)),
    submit(rival, showId, picks.slice(3, 6)),
  ]);
  await app.database.db.execute(sql`
    drop trigger in_the_way on predictions;
    drop function stand_in_the_way;
    drop sequence attempts`);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(await findStored(showId)).toHaveLength(2);
});
