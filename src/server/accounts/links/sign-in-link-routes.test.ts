import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EMAIL_NOT_SET_UP, LINK_EXPIRED, SIGN_IN_LINK_MINUTES } from '#contract/account-links.ts';
import { MINUTE } from '#contract/durations.ts';
import { createMailbox } from '../../../../tests/support/mailbox.ts';
import { type Caller, callerOf, openTestApp, signIn } from '../../../../tests/support/test-app.ts';
import { oneTimeTokens } from '../../db/schema/accounts.ts';

const LIFE = SIGN_IN_LINK_MINUTES * MINUTE;

const mailbox = createMailbox({ sendsMail: true });
let test: Awaited<ReturnType<typeof openTestApp>>;
let fan: Caller;
let bystander: Caller;
let fans = 0;
beforeAll(async () => {
  test = await openTestApp({ publicUrl: 'https://calledit.example', mailer: mailbox });
  bystander = await test.signUp('Bystander');
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.now += 60 * MINUTE;
  fans += 1;
  fan = await test.signUp(`Fan ${fans}`);
  await mailbox.settle();
  mailbox.emails.length = 0;
});

const request = (email = fan.email) => test.visitor.post('/api/auth/sign-in-link', { email });
const linkOf = async (email = fan.email) => {
  expect((await request(email)).statusCode).toBe(204);
  return mailbox.tokenFor(email);
};
const device = () => callerOf(test.app, { email: fan.email, password: fan.password });
const redeem = (token: string, by = device()) =>
  by.post('/api/auth/sign-in-link/redeem', { token });
const userOf = async (caller: Caller) => (await caller.get('/api/auth/user')).json().id;

describe('an emailed sign-in link', () => {
  it('signs in on any device without ending other sessions', async () => {
    const token = await linkOf();
    expect(mailbox.emails).toMatchObject([
      { to: fan.email, link: `https://calledit.example/sign-in-link#${token}` },
    ]);
    const phone = device();
    const response = await redeem(token, phone);
    expect([response.statusCode, response.json().id]).toEqual([200, fan.userId]);
    expect([await userOf(phone), await userOf(fan)]).toEqual([fan.userId, fan.userId]);
    expect(await userOf(bystander)).toBe(bystander.userId);
    const { isEmailVerified } = (await phone.get('/api/user/credentials')).json();
    expect(isEmailVerified).toBe(true);
  });

  it('works once, until it expires', async () => {
    const token = await linkOf();
    const responses = await Promise.all([redeem(token), redeem(token)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const late = await linkOf();
    test.clock.now += LIFE;
    for (const invalid of [token, late, 'x'.repeat(43)]) {
      const response = await redeem(invalid);
      expect([response.statusCode, response.json().message]).toEqual([400, LINK_EXPIRED]);
    }
  });

  it('is not interchangeable with a reset link', async () => {
    const token = await linkOf();
    const reset = { token, newPassword: 'a better one' };
    expect((await test.visitor.post('/api/auth/reset-password', reset)).statusCode).toBe(400);
    await test.visitor.post('/api/auth/forgot-password', { email: fan.email });
    expect((await redeem(await mailbox.tokenFor(fan.email))).statusCode).toBe(400);
    expect((await redeem(token)).statusCode).toBe(200);
  });

  it('stops working when the password changes', async () => {
    const token = await linkOf();
    const bystanders = await linkOf(bystander.email);
    await fan.patch('/api/user/password', {
      currentPassword: fan.password,
      newPassword: 'a better one',
    });
    expect((await redeem(token)).statusCode).toBe(400);
    expect((await redeem(bystanders)).statusCode).toBe(200);
  });

  it('ends the browser’s previous session', async () => {
    const guest = await test.signUp(`Guest ${fans}`);
    const before = Object.assign(device(), { cookie: guest.cookie });
    await redeem(await linkOf(), guest);
    expect(await userOf(guest)).toBe(fan.userId);
    expect((await before.get('/api/auth/user')).statusCode).toBe(401);
  });

  it('works while wrong passwords are being throttled', async () => {
    for (let n = 0; n < 6; n += 1)
      await test.visitor.post('/api/auth/login', { email: fan.email, password: 'wrong' });
    await expect(signIn(device())).rejects.toThrow('429');
    expect((await redeem(await linkOf())).statusCode).toBe(200);
  });
});

describe('a request for a sign-in link', () => {
  it('gets the same response for an unknown address, and sends nothing', async () => {
    const responses = [await request(), await request('unknown@example.com')];
    const seen = responses.map(({ statusCode, body, headers }) => [
      statusCode,
      body,
      Object.keys(headers),
    ]);
    expect(seen[0]).toEqual(seen[1]);
    await mailbox.settle();
    expect(mailbox.emails.map(({ to }) => to)).toEqual([fan.email]);
  });

  it('is refused after five links until they expire, for known and unknown addresses', async () => {
    for (const email of [fan.email, 'unknown@example.com']) {
      for (let n = 0; n < 5; n += 1) expect((await request(email)).statusCode).toBe(204);
      expect((await request(email.toUpperCase())).statusCode).toBe(429);
    }
    // Links sent before the refusal still work.
    expect((await redeem(await mailbox.tokenFor(fan.email))).statusCode).toBe(200);
    expect((await request(bystander.email)).statusCode).toBe(204);
    test.clock.now += LIFE;
    expect((await request()).statusCode).toBe(204);
  });

  it('is limited to fifty per hour and network address, then waits a minute at most', async () => {
    for (let n = 0; n < 50; n += 1)
      expect((await request(`fan-${n}@example.com`)).statusCode).toBe(204);
    const waits: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const refused = await request();
      expect(refused.statusCode).toBe(429);
      waits.push(String(refused.headers['retry-after']));
      test.clock.now += Number(refused.headers['retry-after']) * 1_000;
      expect((await request(`fan-else-${n}@example.com`)).statusCode).toBe(204);
    }
    expect(waits).toEqual(['5', '10', '20', '40', '60', '60']);
  });

  it('stores no token', async () => {
    const token = await linkOf();
    const isTheirs = eq(oneTimeTokens.userId, fan.userId);
    const stored = await test.database.db.select().from(oneTimeTokens).where(isTheirs);
    expect(stored.map(({ purpose }) => purpose)).toContain('sign-in');
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('is available only if email is set up', async () => {
    expect((await test.visitor.get('/api/auth/ways')).json()).toEqual({ byEmailLink: true });
    const appWithoutEmail = await openTestApp();
    expect((await appWithoutEmail.visitor.get('/api/auth/ways')).json()).toEqual({
      byEmailLink: false,
    });
    const { email } = await appWithoutEmail.signUp('Fan');
    const refused = await appWithoutEmail.visitor.post('/api/auth/sign-in-link', { email });
    expect([refused.statusCode, refused.json().message]).toEqual([409, EMAIL_NOT_SET_UP]);
    await appWithoutEmail.mailbox.settle();
    expect(
      appWithoutEmail.mailbox.emails.filter(({ link }) => link.includes('sign-in-link')),
    ).toEqual([]);
    await appWithoutEmail.close();
  });
});
