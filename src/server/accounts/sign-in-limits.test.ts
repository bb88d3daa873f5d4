import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const QUARTER_HOUR = 15 * 60_000;

let test: TestApp;
let fan: Caller;
let fans = 0;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  // What earlier tests got wrong is forgotten.
  test.clock.now += QUARTER_HOUR;
  fans += 1;
  fan = await test.signUp(`Fan ${fans}`);
});

async function login(
  email: string,
  password: string,
  { from = '198.51.100.7', headers = {} }: { from?: string; headers?: Record<string, string> } = {},
) {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: from,
    headers,
    payload: { email, password },
  });
  return answer;
}

async function fail(times: number, email: string, more: Parameters<typeof login>[2] = {}) {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < times; attempt += 1)
    statuses.push((await login(email, 'wrong', more)).statusCode);
  return statuses;
}

describe('failed sign-ins', () => {
  it('of one account from one address: ten, then 429, right password or not', async () => {
    expect(await fail(10, fan.email)).toEqual(Array(10).fill(401));
    const answer = await login(fan.email, fan.password);
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('900');
    expect(answer.json()).toEqual({
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'Too many failed attempts. Please wait 15 minutes and try again.',
    });
  });

  it('are counted alike for an address that nobody has', async () => {
    const statuses = await fail(11, 'nobody-at-all@example.com');
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it('are forgotten after a quarter of an hour', async () => {
    await fail(11, fan.email);
    test.clock.now += QUARTER_HOUR - 1;
    expect((await login(fan.email, fan.password)).statusCode).toBe(429);
    test.clock.now += 1;
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });

  it('are forgotten after a right one', async () => {
    await fail(9, fan.email);
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
    expect(await fail(10, fan.email)).toEqual(Array(10).fill(401));
  });

  it('of an attacker lock nobody out: neither the open session nor the owner’s own address', async () => {
    await fail(11, fan.email, { from: '203.0.113.9' });
    expect((await fan.get('/api/auth/user')).statusCode).toBe(200);
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });

  it('are no fewer for a forged X-Forwarded-For, or the address in another case', async () => {
    const forged = async (attempt: number) => {
      const headers = {
        'x-forwarded-for': `192.0.2.${attempt}`,
        forwarded: `for=192.0.2.${attempt}`,
      };
      const email = attempt % 2 ? fan.email : fan.email.toUpperCase();
      return (await login(email, 'wrong', { headers })).statusCode;
    };
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await forged(attempt)).toBe(401);
    expect(await forged(10)).toBe(429);
  });

  it('of fifty accounts from one address: 429 for any', async () => {
    for (let attempt = 0; attempt < 50; attempt += 1)
      expect(await fail(1, `victim-${attempt}@example.com`)).toEqual([401]);
    expect((await login(fan.email, fan.password)).statusCode).toBe(429);
    expect((await login(fan.email, fan.password, { from: '203.0.113.9' })).statusCode).toBe(200);
  });

  it('of an address are not forgotten for the right one of an account there', async () => {
    for (let attempt = 0; attempt < 49; attempt += 1)
      await fail(1, `victim-${attempt}@example.com`);
    expect((await login(fan.email, fan.password)).statusCode).toBe(200);
    expect(await fail(1, 'victim-50@example.com')).toEqual([401]);
    expect((await login(fan.email, fan.password)).statusCode).toBe(429);
  });

  it('of a hundred at once: hardly more than the limit get a hash', async () => {
    const tries = Array.from({ length: 100 }, () => login(fan.email, 'wrong'));
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    const tried = statuses.filter((status) => status === 401).length;
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(tried).toBeLessThanOrEqual(13);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100 - tried);
  });
});

describe('what succeeds', () => {
  it('has no limit: more sign-ins from one address than may fail', async () => {
    for (let time = 0; time < 55; time += 1)
      expect((await login(fan.email, fan.password)).statusCode).toBe(200);
  });
});

describe('with a proxy that TRUST_PROXY names', () => {
  it('the address is the one it forwards', async () => {
    const proxied = await openTestApp({ trustProxy: true });
    const email = 'nobody@example.com';
    const attempt = (from: string) =>
      proxied.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'x-forwarded-for': from },
        payload: { email, password: 'wrong' },
      });
    for (let time = 0; time < 10; time += 1) await attempt('203.0.113.1');
    expect((await attempt('203.0.113.1')).statusCode).toBe(429);
    expect((await attempt('203.0.113.2')).statusCode).toBe(401);
    await proxied.close();
  });
});
