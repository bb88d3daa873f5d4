import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { createGate } from '../../../../tests/support/gate.ts';
import { countLockWaits } from '../../../../tests/support/lock-waits.ts';
import { createCaller, openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('signs out a session created with the old password during a concurrent password change', async () => {
  const owner = await app.signUp('Owner');
  const thief = createCaller(app.fastify, owner);
  const [insertReached, insertReleased, changeStarted] = [createGate(), createGate(), createGate()];
  // Pauses the thief's sign-in after the password check, before it inserts its session.
  const { db } = app.database;
  const originalTransaction = db.transaction.bind(db);
  const transaction = vi.spyOn(db, 'transaction').mockImplementationOnce((work, ...args) =>
    originalTransaction(
      async (tx) => {
        const insert = tx.insert.bind(tx);
        vi.spyOn(tx, 'insert').mockImplementation((table) => {
          const query = insert(table);
          if (Object.is(table, sessions)) {
            const values = query.values.bind(query);
            Object.assign(query, {
              values: async (rows: never) => {
                insertReached.open();
                await insertReleased.opened;
                return values(rows);
              },
            });
          }
          return query;
        });
        return work(tx);
      },
      ...args,
    ),
  );
  const { email, password } = owner;
  const signIn = thief.post('/api/auth/login', { email, password });
  await insertReached.opened;
  transaction.mockImplementationOnce((work, ...args) => {
    changeStarted.open();
    return originalTransaction(work, ...args);
  });
  const body = { currentPassword: password, newPassword: 'a better one' };
  const passwordChange = owner.patch('/api/user/password', body);
  await changeStarted.opened;
  let isDone = false;
  passwordChange.finally(() => {
    isDone = true;
  });
  await expect.poll(async () => isDone || (await countLockWaits(db)) > 0).toBe(true);
  insertReleased.open();
  await signIn;
  expect((await passwordChange).statusCode).toBe(200);
  expect((await thief.get('/api/auth/user')).statusCode).toBe(401);
  expect((await owner.get('/api/auth/user')).statusCode).toBe(200);
});
