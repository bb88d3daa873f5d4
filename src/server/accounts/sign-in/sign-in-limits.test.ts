import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#contract/durations.ts';
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

describe('failed sign-ins of one account from one address', () => {
  test('allow five attempts, then return 429 for some seconds even with the correct password', async () => {
    expect(await fail(FREE_ATTEMPTS, fan.email)).toEqual(Array(FREE_ATTEMPTS).fill(401));
    const response = await login(fan.email, fan.password);
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json()).toEqual({
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'Too many failed attempts. Please wait 5 seconds and try again.',
    });
    app.clock.now += 5 * SECOND;
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });

  test('double the wait with each failure, up to a minute', async () => {
    await fail(FREE_ATTEMPTS, fan.email);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const retryAfter = Number((await login(fan.email, 'wrong')).headers['retry-after']);
      waits.push(retryAfter);
      app.clock.now += retryAfter * SECOND;
      expect(await fail(1, fan.email)).toEqual([401]);
    }
    expect(waits).toEqual([5, 10, 20, 40, 60, 60, 60, 60, 60, 60]);
    app.clock.now += MINUTE;
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });

  test('are counted for unknown email addresses too', async () => {
    const statuses = await fail(FREE_ATTEMPTS + 1, 'unknown@example.com');
    expect(statuses).toEqual([...Array(FREE_ATTEMPTS).fill(401), 429]);
  });

  test('are reset by a successful sign-in', async () => {
    await fail(FREE_ATTEMPTS - 1, fan.email);
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
    expect(await fail(FREE_ATTEMPTS, fan.email)).toEqual(Array(FREE_ATTEMPTS).fill(401));
  });

  test('affect neither existing sessions nor the owner at another address', async () => {
    await fail(FREE_ATTEMPTS + 1, fan.email, { from: '203.0.113.9' });
    expect((await fan.get('/api/auth/user')).statusCode).toBe(200);
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });

  test('are counted despite a forged X-Forwarded-For or another case of the email', async () => {
    const loginWithForgedHeaders = async (attempt: number) => {
      const headers = {
        'x-forwarded-for': `192.0.2.${attempt}`,
        forwarded: `for=192.0.2.${attempt}`,
      };
      const email = attempt % 2 ? fan.email : fan.email.toUpperCase();
      return (await login(email, 'wrong', { headers })).statusCode;
    };
    for (let attempt = 0; attempt < FREE_ATTEMPTS; attempt += 1)
      expect(await loginWithForgedHeaders(attempt)).toBe(401);
    expect(await loginWithForgedHeaders(FREE_ATTEMPTS)).toBe(429);
  });

  test('are hashed barely more often than the limit when sent at the same time', async () => {
    const attempts = Array.from({ length: 100 }, () => login(fan.email, 'wrong'));
    const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode);
    const wrongCount = statuses.filter((status) => status === 401).length;
    expect(wrongCount).toBeGreaterThanOrEqual(FREE_ATTEMPTS);
    expect(wrongCount).toBeLessThanOrEqual(FREE_ATTEMPTS + 3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100 - wrongCount);
  });
});

describe('failed sign-ins of many accounts or addresses', () => {
  test('don’t block others at the same address, such as a venue, who use the correct password', async () => {
    for (let attempt = 0; attempt < 60; attempt += 1)
      expect(await fail(1, `neighbour-${attempt}@example.com`)).toEqual([401]);
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });

  test('are limited to three hundred a minute per address, except for known devices', async () => {
    const headers = await createKnownDevice(fan);
    for (let attempt = 0; attempt < 300; attempt += 1)
      expect(await fail(1, `victim-${attempt}@example.com`)).toEqual([401]);
    const response = await login(fan.email, fan.password);
    expect([response.statusCode, response.json().message]).toEqual([
      429,
      'Too many failed attempts from this network. Please wait a minute and try again.',
    ]);
    expect((await login(fan.email, fan.password, { headers })).statusCode).toBe(200);
    expect((await login(fan.email, fan.password, { from: '203.0.113.9' })).statusCode).toBe(200);
    app.clock.now += MINUTE;
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });

  test('are limited to a hundred per account, then one after each wait', async () => {
    const statuses = await failFromManyAddresses(101, fan.email);
    expect(statuses).toEqual([...Array(100).fill(401), 429]);
    app.clock.now += 5 * SECOND;
    expect(await failFromManyAddresses(2, fan.email)).toEqual([401, 429]);
    const bystander = await app.signUp(`Bystander ${fanCount}`);
    expect((await login(bystander.email, bystander.password)).statusCode).toBe(200);
    expect((await fan.get('/api/auth/user')).statusCode).toBe(200);
  });
});

describe('successful sign-ins', () => {
  test('reset neither the address’s failures nor the account’s at other addresses', async () => {
    // Otherwise, guessers could reset the limit by signing in to their own account.
    const guesser = await app.signUp(`Guesser ${fanCount}`);
    for (let attempt = 0; attempt < 299; attempt += 1)
      expect(await fail(1, `victim-${attempt}@example.com`)).toEqual([401]);
    expect((await login(guesser.email, guesser.password)).statusCode).toBe(200);
    expect(await fail(2, 'last-victim@example.com')).toEqual([401, 429]);
    await failFromManyAddresses(99, fan.email);
    const response = await login(fan.email, fan.password, { from: '203.0.113.9' });
    expect(response.statusCode).toBe(200);
    expect(await failFromManyAddresses(2, fan.email)).toEqual([401, 429]);
  });

  test('have no limit', async () => {
    for (let time = 0; time < 55; time += 1)
      expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });
});

describe('with a proxy that TRUST_PROXY names', () => {
  test('counts sign-ins by the forwarded address', async () => {
    const proxiedApp = await openTestApp({ trustProxy: '127.0.0.1' }, openTestDatabase);
    const email = 'nobody@example.com';
    const tryLogin = (from: string) =>
      proxiedApp.fastify.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'x-forwarded-for': from },
        payload: { email, password: 'wrong' },
      });
    for (let time = 0; time < FREE_ATTEMPTS; time += 1) await tryLogin('203.0.113.1');
    expect((await tryLogin('203.0.113.1')).statusCode).toBe(429);
    expect((await tryLogin('203.0.113.2')).statusCode).toBe(401);
    await proxiedApp.close();
  });
});
