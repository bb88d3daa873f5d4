import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EMAIL_NOT_SET_UP, LINK_EXPIRED, SIGN_IN_LINK_MINUTES } from '#contract/account-links.ts';
import { MINUTE } from '#contract/durations.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../../tests/support/test-app.ts';
import { createTestMailer } from '../../../../tests/support/test-mailer.ts';
import { oneTimeTokens } from '../../db/schema/accounts.ts';

const LIFETIME_MS = SIGN_IN_LINK_MINUTES * MINUTE;

const mailer = createTestMailer({ isConfigured: true });
let app: TestApp;
let fan: Caller;
let bystander: Caller;
let fanCount = 0;
beforeAll(async () => {
  app = await openTestApp({ publicUrl: 'https://calledit.example', mailer });
  bystander = await app.signUp('Bystander');
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.now += 60 * MINUTE;
  fanCount += 1;
  fan = await app.signUp(`Fan ${fanCount}`);
  await mailer.settle();
  mailer.emails.length = 0;
});

const requestLink = (email = fan.email) => app.visitor.post('/api/auth/sign-in-link', { email });
const requestToken = async (email = fan.email) => {
  expect((await requestLink(email)).statusCode).toBe(204);
  return mailer.tokenFor(email);
};
const createDevice = () => createCaller(app.fastify, { email: fan.email, password: fan.password });
const redeem = (token: string, caller = createDevice()) =>
  caller.post('/api/auth/sign-in-link/redeem', { token });
const fetchUserId = async (caller: Caller) => (await caller.get('/api/auth/user')).json().id;

describe('an emailed sign-in link', () => {
  it('signs in on any device without ending other sessions', async () => {
    const token = await requestToken();
    expect(mailer.emails).toMatchObject([
      { to: fan.email, link: `https://calledit.example/sign-in-link#${token}` },
    ]);
    const phone = createDevice();
    const response = await redeem(token, phone);
    expect([response.statusCode, response.json().id]).toEqual([200, fan.userId]);
    expect([await fetchUserId(phone), await fetchUserId(fan)]).toEqual([fan.userId, fan.userId]);
    expect(await fetchUserId(bystander)).toBe(bystander.userId);
    const { isEmailVerified } = (await phone.get('/api/user/credentials')).json();
    expect(isEmailVerified).toBe(true);
  });

  it('works once, until it expires', async () => {
    const token = await requestToken();
    const responses = await Promise.all([redeem(token), redeem(token)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const expiredToken = await requestToken();
    app.clock.now += LIFETIME_MS;
    for (const invalid of [token, expiredToken, 'x'.repeat(43)]) {
      const response = await redeem(invalid);
      expect([response.statusCode, response.json().message]).toEqual([400, LINK_EXPIRED]);
    }
  });

  it('is not interchangeable with a reset link', async () => {
    const token = await requestToken();
    const reset = { token, newPassword: 'a better one' };
    expect((await app.visitor.post('/api/auth/reset-password', reset)).statusCode).toBe(400);
    await app.visitor.post('/api/auth/forgot-password', { email: fan.email });
    expect((await redeem(await mailer.tokenFor(fan.email))).statusCode).toBe(400);
    expect((await redeem(token)).statusCode).toBe(200);
  });

  it('stops working when the password changes', async () => {
    const token = await requestToken();
    const bystanderToken = await requestToken(bystander.email);
    await fan.patch('/api/user/password', {
      currentPassword: fan.password,
      newPassword: 'a better one',
    });
    expect((await redeem(token)).statusCode).toBe(400);
    expect((await redeem(bystanderToken)).statusCode).toBe(200);
  });

  it('ends the browser’s previous session', async () => {
    const guest = await app.signUp(`Guest ${fanCount}`);
    const previousSession = Object.assign(createDevice(), { cookie: guest.cookie });
    await redeem(await requestToken(), guest);
    expect(await fetchUserId(guest)).toBe(fan.userId);
    expect((await previousSession.get('/api/auth/user')).statusCode).toBe(401);
  });

  it('works while wrong passwords are being throttled', async () => {
    for (let n = 0; n < 6; n += 1)
      await app.visitor.post('/api/auth/login', { email: fan.email, password: 'wrong' });
    await expect(signIn(createDevice())).rejects.toThrow('429');
    expect((await redeem(await requestToken())).statusCode).toBe(200);
  });
});

describe('a request for a sign-in link', () => {
  it('gets the same response for an unknown email, and sends nothing', async () => {
    const responses = [await requestLink(), await requestLink('unknown@example.com')];
    const visibleParts = responses.map(({ statusCode, body, headers }) => [
      statusCode,
      body,
      Object.keys(headers),
    ]);
    expect(visibleParts[0]).toEqual(visibleParts[1]);
    await mailer.settle();
    expect(mailer.emails.map(({ to }) => to)).toEqual([fan.email]);
  });

  it('is rejected after five links until they expire, for known and unknown emails', async () => {
    for (const email of [fan.email, 'unknown@example.com']) {
      for (let n = 0; n < 5; n += 1) expect((await requestLink(email)).statusCode).toBe(204);
      expect((await requestLink(email.toUpperCase())).statusCode).toBe(429);
    }
    expect((await redeem(await mailer.tokenFor(fan.email))).statusCode).toBe(200);
    expect((await requestLink(bystander.email)).statusCode).toBe(204);
    app.clock.now += LIFETIME_MS;
    expect((await requestLink()).statusCode).toBe(204);
  });

  it('is limited to fifty per hour and IP address, with a wait of at most a minute', async () => {
    for (let n = 0; n < 50; n += 1)
      expect((await requestLink(`fan-${n}@example.com`)).statusCode).toBe(204);
    const waits: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const response = await requestLink();
      expect(response.statusCode).toBe(429);
      waits.push(String(response.headers['retry-after']));
      app.clock.now += Number(response.headers['retry-after']) * 1_000;
      expect((await requestLink(`fan-else-${n}@example.com`)).statusCode).toBe(204);
    }
    expect(waits).toEqual(['5', '10', '20', '40', '60', '60']);
  });

  it('stores no token', async () => {
    const token = await requestToken();
    const isFans = eq(oneTimeTokens.userId, fan.userId);
    const rows = await app.database.db.select().from(oneTimeTokens).where(isFans);
    expect(rows.map(({ purpose }) => purpose)).toContain('sign-in');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is available only if email is set up', async () => {
    expect((await app.visitor.get('/api/auth/ways')).json()).toEqual({ byEmailLink: true });
    const appWithoutEmail = await openTestApp();
    expect((await appWithoutEmail.visitor.get('/api/auth/ways')).json()).toEqual({
      byEmailLink: false,
    });
    const { email } = await appWithoutEmail.signUp('Fan');
    const response = await appWithoutEmail.visitor.post('/api/auth/sign-in-link', { email });
    expect([response.statusCode, response.json().message]).toEqual([409, EMAIL_NOT_SET_UP]);
    await appWithoutEmail.mailer.settle();
    expect(
      appWithoutEmail.mailer.emails.filter(({ link }) => link.includes('sign-in-link')),
    ).toEqual([]);
    await appWithoutEmail.close();
  });
});
