import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { createGate } from '../../../../tests/support/gate.ts';
import { countWaiting } from '../../../../tests/support/lock-waits.ts';
import { callerOf, openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('a concurrent password change also ends a session opened with the old password', async () => {
  const owner = await test.signUp('Owner');
  const thief = callerOf(test.app, owner);
  const [reached, release, begun] = [createGate(), createGate(), createGate()];
  // Pauses the thief's sign-in after the password check, before it inserts its session.
  const { db } = test.database;
  const begin = db.transaction.bind(db);
  const transaction = vi.spyOn(db, 'transaction').mockImplementationOnce((work, ...more) =>
    begin(
      async (tx) => {
        const insert = tx.insert.bind(tx);
        vi.spyOn(tx, 'insert').mockImplementation((table) => {
          const into = insert(table);
          if (Object.is(table, sessions)) {
            const values = into.values.bind(into);
            Object.assign(into, {
              values: async (rows: never) => {
                reached.open();
                await release.opened;
                return values(rows);
              },
            });
          }
          return into;
        });
        return work(tx);
      },
      ...more,
    ),
  );
  const { email, password } = owner;
  const signingIn = thief.post('/api/auth/login', { email, password });
  await reached.opened;
  transaction.mockImplementationOnce((work, ...more) => {
    begun.open();
    return begin(work, ...more);
  });
  const body = { currentPassword: password, newPassword: 'a better one' };
  const changing = owner.patch('/api/user/password', body);
  // The change waits for the sign-in or has finished. In both cases the thief must end up signed
  // out.
  await begun.opened;
  let isDone = false;
  changing.finally(() => {
    isDone = true;
  });
  await expect.poll(async () => isDone || (await countWaiting(db)) > 0).toBe(true);
  release.open();
  await signingIn;
  expect((await changing).statusCode).toBe(200);
  expect((await thief.get('/api/auth/user')).statusCode).toBe(401);
  expect((await owner.get('/api/auth/user')).statusCode).toBe(200);
});
