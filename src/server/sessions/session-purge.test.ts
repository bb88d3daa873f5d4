import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { callerOf, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('sign-ins through a month clear away the sessions that are over, and no other', async () => {
  const began = test.clock.now;
  const [idle, daily] = [await test.signUp('Idle'), await test.signUp('Daily')];
  const weekly = callerOf(test.app, daily);
  await signIn(weekly);
  const owners = { [idle.userId]: 'idle', [daily.userId]: 'daily' };
  /** Whose sessions of the first day are in the table after a sign-in at that time. */
  const left = async (at: number) => {
    test.clock.now = began + at;
    const door = await test.signUp(`Door ${at}`);
    expect((await door.get('/api/auth/user')).statusCode).toBe(200);
    const rows = await test.database.db.select().from(sessions);
    const first = rows.filter(({ createdAt }) => createdAt.getTime() === began);
    return first.flatMap(({ userId }) => owners[userId] ?? []).sort();
  };
  const seen = async (who: typeof daily, at: number) => {
    test.clock.now = began + at;
    expect((await who.get('/api/auth/user')).statusCode).toBe(200);
  };

  expect(await left(2 * HOUR)).toEqual(['daily', 'daily', 'idle']);
  expect(await left(2 * DAY)).toEqual(['daily', 'daily', 'idle']);
  for (const day of [3, 4, 5, 6]) await seen(daily, day * DAY);
  await seen(weekly, 6.9 * DAY);
  // Seven days unseen end one; the two of another fan go on, one of them with a day of silence.
  expect(await left(8 * DAY)).toEqual(['daily', 'daily']);
  for (let day = 9; day < 30; day += 1) await seen(daily, day * DAY);
  expect(await left(29.5 * DAY)).toEqual(['daily']);
  await seen(daily, 30 * DAY - 1);
  // Thirty days end it, though it was seen a moment before.
  expect(await left(31 * DAY)).toEqual([]);
  const rows = await test.database.db.select().from(sessions);
  expect(rows.map(({ createdAt }) => createdAt.getTime() - began).sort()).toEqual(
    [29.5 * DAY, 31 * DAY].sort(),
  );
});

it('while another server does it, a sign-in neither does it nor waits', async () => {
  test.clock.now += 31 * DAY;
  const { db } = test.database;
  const [locked, over] = [signal(), signal()];
  const other = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('called-it.purge'))`);
    locked.give();
    await over.given;
  });
  await locked.given;
  await test.signUp('Early');
  expect(await db.select().from(sessions)).toHaveLength(3);
  over.give();
  await other;
  test.clock.now += 2 * HOUR;
  await test.signUp('Late');
  expect(await db.select().from(sessions)).toHaveLength(2);
});

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
