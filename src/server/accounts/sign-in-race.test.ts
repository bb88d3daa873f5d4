import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sessions } from '#server/db/schema.ts';
import { callerOf, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const HALF_A_SECOND = 500;

it('a sign-in with the old password does not outlive a change of it that ends all sessions', async () => {
  const owner = await test.signUp('Owner');
  const thief = callerOf(test.app, owner);
  const reached = held();
  const release = held();
  const begun = held();
  // The thief's sign-in stops where it has seen the old password and is about to open its session.
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
                reached.let();
                await release.done;
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
  await reached.done;
  transaction.mockImplementationOnce((work, ...more) => {
    begun.let();
    return begin(work, ...more);
  });
  const body = { currentPassword: password, newPassword: 'a better one' };
  const changing = owner.patch('/api/user/password', body);
  // It waits for the sign-in, or is over at once: both are right only if the thief is out afterwards.
  await begun.done;
  await Promise.race([changing, new Promise((resolve) => setTimeout(resolve, HALF_A_SECOND))]);
  release.let();
  await signingIn;
  expect((await changing).statusCode).toBe(200);
  expect((await thief.get('/api/auth/user')).statusCode).toBe(401);
  expect((await owner.get('/api/auth/user')).statusCode).toBe(200);
});

/** A promise, and what resolves it. */
function held() {
  let open = () => {};
  const done = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { done, let: () => open() };
}
