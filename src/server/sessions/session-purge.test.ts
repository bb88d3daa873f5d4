import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { callerOf, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('sign-ins over a month delete the expired sessions, and no others', async () => {
  const began = test.clock.now;
  const [idle, daily] = [await test.signUp('Idle'), await test.signUp('Daily')];
  const weekly = callerOf(test.app, daily);
  await signIn(weekly);
  const owners = { [idle.userId]: 'idle', [daily.userId]: 'daily' };
  /** Owners of the first day's sessions that remain after a sign-in at that time. */
  const remaining = async (offset: number) => {
    test.clock.now = began + offset;
    const door = await test.signUp(`Door ${offset}`);
    expect((await door.get('/api/auth/user')).statusCode).toBe(200);
    const rows = await test.database.db.select().from(sessions);
    const first = rows.filter(({ createdAt }) => createdAt.getTime() === began);
    return first.flatMap(({ userId }) => owners[userId] ?? []).sort();
  };
  const visit = async (caller: typeof daily, offset: number) => {
    test.clock.now = began + offset;
    expect((await caller.get('/api/auth/user')).statusCode).toBe(200);
  };

  expect(await remaining(2 * HOUR)).toEqual(['daily', 'daily', 'idle']);
  expect(await remaining(2 * DAY)).toEqual(['daily', 'daily', 'idle']);
  for (const day of [3, 4, 5, 6]) await visit(daily, day * DAY);
  await visit(weekly, 6.9 * DAY);
  // Seven idle days end one; the other fan's two stay, one of them idle for a day.
  expect(await remaining(8 * DAY)).toEqual(['daily', 'daily']);
  for (let day = 9; day < 30; day += 1) await visit(daily, day * DAY);
  expect(await remaining(29.5 * DAY)).toEqual(['daily']);
  await visit(daily, 30 * DAY - 1);
  // Thirty days end it although it was just used.
  expect(await remaining(31 * DAY)).toEqual([]);
  const rows = await test.database.db.select().from(sessions);
  expect(rows.map(({ createdAt }) => createdAt.getTime() - began).sort()).toEqual(
    [29.5 * DAY, 31 * DAY].sort(),
  );
});

it('a sign-in skips the purge without waiting while another server runs it', async () => {
  test.clock.now += 31 * DAY;
  const { db } = test.database;
  const [locked, release] = [signal(), signal()];
  const other = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('called-it.purge'))`);
    locked.give();
    await release.given;
  });
  await locked.given;
  await test.signUp('Early');
  expect(await db.select().from(sessions)).toHaveLength(3);
  release.give();
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
