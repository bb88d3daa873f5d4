import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { createGate } from '../../../tests/support/gate.ts';
import {
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('sign-ins delete only expired sessions', async () => {
  const startedAt = app.clock.now;
  const [idle, daily] = [await app.signUp('Idle'), await app.signUp('Daily')];
  const weekly = createCaller(app.fastify, daily);
  await signIn(weekly);
  const owners = { [idle.userId]: 'idle', [daily.userId]: 'daily' };
  const signInAndListOwners = async (offset: number) => {
    app.clock.now = startedAt + offset;
    const newcomer = await app.signUp(`Door ${offset}`);
    expect((await newcomer.get('/api/auth/user')).statusCode).toBe(200);
    const rows = await app.database.db.select().from(sessions);
    const firstDaySessions = rows.filter(({ createdAt }) => createdAt.getTime() === startedAt);
    return firstDaySessions.flatMap(({ userId }) => owners[userId] ?? []).sort();
  };
  const visit = async (caller: typeof daily, offset: number) => {
    app.clock.now = startedAt + offset;
    expect((await caller.get('/api/auth/user')).statusCode).toBe(200);
  };

  expect(await signInAndListOwners(2 * HOUR)).toEqual(['daily', 'daily', 'idle']);
  expect(await signInAndListOwners(2 * DAY)).toEqual(['daily', 'daily', 'idle']);
  for (const day of [3, 4, 5, 6]) await visit(daily, day * DAY);
  await visit(weekly, 6.9 * DAY);
  expect(await signInAndListOwners(8 * DAY)).toEqual(['daily', 'daily']);
  for (let day = 9; day < 30; day += 1) await visit(daily, day * DAY);
  expect(await signInAndListOwners(29.5 * DAY)).toEqual(['daily']);
  await visit(daily, 30 * DAY - 1);
  expect(await signInAndListOwners(31 * DAY)).toEqual([]);
  const rows = await app.database.db.select().from(sessions);
  expect(rows.map(({ createdAt }) => createdAt.getTime() - startedAt).sort()).toEqual(
    [29.5 * DAY, 31 * DAY].sort(),
  );
});

test('a sign-in skips the purge instead of waiting while another server runs it', async () => {
  app.clock.now += 31 * DAY;
  const { db } = app.database;
  const [locked, release] = [createGate(), createGate()];
  const purge = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('called-it.purge'))`);
    locked.open();
    await release.opened;
  });
  await locked.opened;
  await app.signUp('Early');
  expect(await db.select().from(sessions)).toHaveLength(3);
  release.open();
  await purge;
  app.clock.now += 2 * HOUR;
  await app.signUp('Late');
  expect(await db.select().from(sessions)).toHaveLength(2);
});
