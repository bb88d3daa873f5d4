import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import type { Database } from './open.ts';
import { findUserIndex, getUserIdAt, readByUser } from './read-by-user.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const readByUserRows = (rows: ReturnType<typeof sql>) =>
  readByUser(database.db, { rows, columns: ['one', 'other'] });

it('reads more users than one slice and finds each by ID', async () => {
  const values = new Map(Array.from({ length: 10_001 }, (_, n) => [randomUUID() as string, n - 7]));
  const list = JSON.stringify([...values].map(([user_id, one]) => ({ user_id, one })));
  const byUser = await readByUserRows(sql`
    select user_id, one, one * 2 as other
    from json_to_recordset(${list}::json) as of (user_id uuid, one int)`);
  expect(byUser.count).toBe(values.size);
  const [one, other] = byUser.columns;
  for (const [userId, value] of values) {
    const index = findUserIndex(byUser, userId) ?? -1;
    expect([getUserIdAt(byUser, index), one?.[index], other?.[index]]).toEqual([
      userId,
      value,
      value * 2,
    ]);
  }
  const ids = Array.from({ length: byUser.count }, (_, index) => getUserIdAt(byUser, index));
  expect(ids).toEqual([...values.keys()].toSorted());
});

it('finds no unknown user, and none in an empty result', async () => {
  const userId = randomUUID();
  const single = await readByUserRows(sql`select ${userId}::uuid as user_id, 1 as one, 2 as other`);
  expect(findUserIndex(single, userId)).toBe(0);
  for (let n = 0; n < 20; n += 1) expect(findUserIndex(single, randomUUID())).toBeUndefined();
  const empty = await readByUserRows(
    sql`select gen_random_uuid() as user_id, 1 as one, 2 as other where false`,
  );
  expect([empty.count, findUserIndex(empty, userId)]).toEqual([0, undefined]);
});
