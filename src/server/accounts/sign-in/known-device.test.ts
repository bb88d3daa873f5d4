import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { knownDevices } from '#server/db/schema/accounts.ts';
import { replaceHashing, textHashing } from '../../../../tests/support/hashing.ts';
import { signInAttempts } from '../../../../tests/support/sign-in-attempts.ts';
import { type Caller, openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';

// A cheap hash, because the tests make hundreds of guesses.
afterAll(replaceHashing(textHashing));

const FREE = 5;

let test: TestApp;
let fan: Caller;
let fans = 0;
beforeAll(async () => {
  test = await openTestApp({}, openTestDatabase);
});
afterAll(() => test.close());
beforeEach(async () => {
  // Expires the failures of earlier tests.
  test.clock.now += HOUR;
  fans += 1;
  fan = await test.signUp(`Fan ${fans}`);
});

const { login, fail, failFromEverywhere, knownDevice } = signInAttempts(() => test.app);

describe('a known device', () => {
  it('signs in regardless of others’ failures at any address', async () => {
    const headers = await knownDevice(fan);
    await fail(FREE, fan.email);
    await failFromEverywhere(101, fan.email);
    expect((await login(fan.email, fan.password)).statusCode).toBe(429);
    expect((await login(fan.email, fan.password, { headers })).statusCode).toBe(200);
  });

  it('is known only to its account, by the cookie from that account', async () => {
    const headers = await knownDevice(fan);
    const other = await test.signUp(`Other ${fans}`);
    await fail(FREE, other.email);
    expect((await login(other.email, other.password, { headers })).statusCode).toBe(429);
    const otherName = (await knownDevice(await test.signUp(`Third ${fans}`))).cookie.split('=')[0];
    const forged = { cookie: `${otherName}=${headers.cookie.split('=')[1]}` };
    await fail(FREE, fan.email);
    expect((await login(fan.email, fan.password, { headers: forged })).statusCode).toBe(429);
  });

  it('is throttled by its own failures from any address', async () => {
    const headers = await knownDevice(fan);
    for (let n = 0; n < FREE; n += 1)
      expect(await fail(1, fan.email, { headers, from: `192.0.2.${n}` })).toEqual([401]);
    const response = await login(fan.email, fan.password, { headers, from: '192.0.2.99' });
    expect(response.statusCode).toBe(429);
    // Without the cookie it counts as unknown.
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });

  it('is forgotten when the password changes on another device', async () => {
    const headers = await knownDevice(fan);
    const newPassword = 'a better one';
    const changed = await fan.patch('/api/user/password', {
      currentPassword: fan.password,
      newPassword,
    });
    expect(changed.cookies.map(({ name }) => name)).toContain(headers.cookie.split('=')[0]);
    await fail(FREE, fan.email);
    expect((await login(fan.email, newPassword, { headers })).statusCode).toBe(429);
  });

  it('is one of at most fifty, and replaces its row at the next sign-in', async () => {
    const rows = () => test.database.db.$count(knownDevices, eq(knownDevices.userId, fan.userId));
    const first = await knownDevice(fan);
    const before = await rows();
    await login(fan.email, fan.password, { headers: first });
    expect(await rows()).toBe(before);
    for (let n = 0; n < 55; n += 1) await login(fan.email, fan.password);
    expect(await rows()).toBe(50);
  });
});
