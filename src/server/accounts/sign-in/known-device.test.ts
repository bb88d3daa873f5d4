import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { knownDevices } from '#server/db/schema/accounts.ts';
import { replaceHashing, textHashing } from '../../../../tests/support/hashing.ts';
import { createSignInAttempts } from '../../../../tests/support/sign-in-attempts.ts';
import { type Caller, openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';

// A cheap hash, because the tests make hundreds of guesses.
afterAll(replaceHashing(textHashing));

const FREE_ATTEMPTS = 5;

let app: TestApp;
let fan: Caller;
let fanCount = 0;
beforeAll(async () => {
  app = await openTestApp({}, openTestDatabase);
});
afterAll(() => app.close());
beforeEach(async () => {
  // Expires the failures of earlier tests.
  app.clock.now += HOUR;
  fanCount += 1;
  fan = await app.signUp(`Fan ${fanCount}`);
});

const { login, fail, failFromManyAddresses, createKnownDevice } = createSignInAttempts(
  () => app.fastify,
);

describe('a known device', () => {
  it('signs in regardless of others’ failures at any address', async () => {
    const headers = await createKnownDevice(fan);
    await fail(FREE_ATTEMPTS, fan.email);
    await failFromManyAddresses(101, fan.email);
    expect((await login(fan.email, fan.password)).statusCode).toBe(429);
    expect((await login(fan.email, fan.password, { headers })).statusCode).toBe(200);
  });

  it('is recognized only for its account, and only by the cookie of that account', async () => {
    const headers = await createKnownDevice(fan);
    const otherFan = await app.signUp(`Other ${fanCount}`);
    await fail(FREE_ATTEMPTS, otherFan.email);
    expect((await login(otherFan.email, otherFan.password, { headers })).statusCode).toBe(429);
    const otherName = (await createKnownDevice(await app.signUp(`Third ${fanCount}`))).cookie.split(
      '=',
    )[0];
    const forgedCookie = { cookie: `${otherName}=${headers.cookie.split('=')[1]}` };
    await fail(FREE_ATTEMPTS, fan.email);
    expect((await login(fan.email, fan.password, { headers: forgedCookie })).statusCode).toBe(429);
  });

  it('is throttled by its own failures from any address', async () => {
    const headers = await createKnownDevice(fan);
    for (let n = 0; n < FREE_ATTEMPTS; n += 1)
      expect(await fail(1, fan.email, { headers, from: `192.0.2.${n}` })).toEqual([401]);
    const response = await login(fan.email, fan.password, { headers, from: '192.0.2.99' });
    expect(response.statusCode).toBe(429);
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });

  it('is forgotten when the password changes on another device', async () => {
    const headers = await createKnownDevice(fan);
    const newPassword = 'a better one';
    const response = await fan.patch('/api/user/password', {
      currentPassword: fan.password,
      newPassword,
    });
    expect(response.cookies.map(({ name }) => name)).toContain(headers.cookie.split('=')[0]);
    await fail(FREE_ATTEMPTS, fan.email);
    expect((await login(fan.email, newPassword, { headers })).statusCode).toBe(429);
  });

  it('is one of at most fifty per account, and replaces its row at the next sign-in', async () => {
    const countDevices = () =>
      app.database.db.$count(knownDevices, eq(knownDevices.userId, fan.userId));
    const headers = await createKnownDevice(fan);
    const countBefore = await countDevices();
    await login(fan.email, fan.password, { headers });
    expect(await countDevices()).toBe(countBefore);
    for (let n = 0; n < 55; n += 1) await login(fan.email, fan.password);
    expect(await countDevices()).toBe(50);
  });
});
