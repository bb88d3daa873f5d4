import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LINK_EXPIRED } from '#contract/account-links.ts';
import { DAY, HOUR } from '#contract/durations.ts';
import { createMailbox } from '../../../../tests/support/mailbox.ts';
import { type Caller, callerOf, openTestApp, signIn } from '../../../../tests/support/test-app.ts';
import { oneTimeTokens, users } from '../../db/schema/accounts.ts';
import { auditLog } from '../../db/schema/audit.ts';

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
  test.clock.now += HOUR;
  fans += 1;
  fan = await test.signUp(`Fan ${fans}`);
  await mailbox.settle();
  mailbox.emails.length = 0;
});

const device = (password = fan.password) => callerOf(test.app, { email: fan.email, password });
const forgot = (email = fan.email) => test.visitor.post('/api/auth/forgot-password', { email });
const reset = (token: string, newPassword = 'a better one', by = device()) =>
  by.post('/api/auth/reset-password', { token, newPassword });
const linkOf = async (email = fan.email) => {
  await forgot(email);
  return mailbox.tokenFor(email);
};
const status = async (caller: Caller) => (await caller.get('/api/auth/user')).statusCode;
const rowOf = async (email = fan.email) => {
  const [row] = await test.database.db.select().from(users).where(eq(users.email, email));
  return row;
};

describe('a forgotten password', () => {
  it('is replaced by an emailed link, which signs in here and out everywhere else', async () => {
    const phone = device();
    await signIn(phone);
    const token = await linkOf();
    const [email] = mailbox.emails;
    expect(email).toMatchObject({
      to: fan.email,
      link: `https://calledit.example/reset-password#${token}`,
    });
    const browser = device();
    const response = await reset(token, 'a better one', browser);
    expect([response.statusCode, response.json().id]).toEqual([200, fan.userId]);
    expect([await status(browser), await status(phone), await status(fan)]).toEqual([
      200, 401, 401,
    ]);
    expect(await status(bystander)).toBe(200);
    await signIn(device('a better one'));
    await expect(signIn(device())).rejects.toThrow('401');
    const records = await test.database.db.select().from(auditLog);
    expect(records).toContainEqual(
      expect.objectContaining({ action: 'user.reset-password', subjectId: fan.userId }),
    );
  });

  it('sends a link that works once', async () => {
    const token = await linkOf();
    const responses = await Promise.all([
      reset(token, 'the first one'),
      reset(token, 'the second one'),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const again = await reset(token);
    expect([again.statusCode, again.json().message]).toEqual([400, LINK_EXPIRED]);
  });

  it('sends a link that works for an hour', async () => {
    const token = await linkOf();
    test.clock.now += HOUR - 1;
    expect((await reset('x'.repeat(43))).statusCode).toBe(400);
    expect((await reset(token, '1234567')).statusCode).toBe(400);
    test.clock.now += 1;
    expect((await reset(token)).json().message).toBe(LINK_EXPIRED);
    await signIn(device());
  });

  it('invalidates other links when the password is reset or changed', async () => {
    const [first, second] = [await linkOf(), await linkOf()];
    expect((await reset(second, 'a better one')).statusCode).toBe(200);
    expect((await reset(first)).statusCode).toBe(400);
    const third = await linkOf();
    const browser = device('a better one');
    await signIn(browser);
    const change = { currentPassword: 'a better one', newPassword: 'the best one' };
    await browser.patch('/api/user/password', change);
    expect((await reset(third)).statusCode).toBe(400);
  });

  it('gets the same response for an unknown address, and sends nothing', async () => {
    const responses = [await forgot(), await forgot('nobody@example.com')];
    const seen = responses.map(({ statusCode, body, headers }) => [
      statusCode,
      body,
      Object.keys(headers),
    ]);
    expect(seen[0]).toEqual(seen[1]);
    expect(responses[0]?.json()).toEqual({ byMail: true });
    await mailbox.settle();
    expect(mailbox.emails.map(({ to }) => to)).toEqual([fan.email]);
  });

  it('is limited to five requests per hour and account, known or not', async () => {
    for (const email of [fan.email, 'unknown-too@example.com']) {
      for (let n = 0; n < 5; n += 1) expect((await forgot(email)).statusCode).toBe(200);
      expect((await forgot(email.toUpperCase())).statusCode).toBe(429);
    }
    expect((await forgot(bystander.email)).statusCode).toBe(200);
    expect(await mailbox.tokenFor(fan.email)).toMatch(/^[\w-]{43}$/);
  });

  it('is limited to fifty requests per hour and network address', async () => {
    const request = (n: number) => forgot(`fan-${n}@example.com`);
    const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => request(n)));
    expect(responses.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect((await request(51)).statusCode).toBe(429);
  });

  it('stores no token, and deletes expired rows', async () => {
    const token = await linkOf();
    const stored = JSON.stringify(await test.database.db.select().from(oneTimeTokens));
    expect(stored).not.toContain(token);
    test.clock.now += 8 * DAY;
    await linkOf();
    expect(await test.database.db.select().from(oneTimeTokens)).toHaveLength(1);
  });

  it('also replaces a temporary password and verifies the email', async () => {
    const { db } = test.database;
    await db.update(users).set({ mustChangePassword: true }).where(eq(users.id, fan.userId));
    const browser = device();
    const response = await reset(await linkOf(), 'a better one', browser);
    expect(response.json().mustChangePassword).toBe(false);
    expect((await browser.get('/api/user/credentials')).json().isEmailVerified).toBe(true);
  });

  it('ends another user’s session in the same browser', async () => {
    const guest = await test.signUp(`Guest ${fans}`);
    const before = Object.assign(device(), { cookie: guest.cookie });
    await reset(await linkOf(), 'a better one', guest);
    expect((await guest.get('/api/auth/user')).json().id).toBe(fan.userId);
    expect(await status(before)).toBe(401);
  });
});

describe('an email address', () => {
  const verify = (token: string) => test.visitor.post('/api/auth/verify-email', { token });
  const isVerified = async () =>
    (await fan.get('/api/user/credentials')).json().isEmailVerified as boolean;

  it('is verified once by the link sent at sign-up, and by no other kind of link', async () => {
    const newcomer = {
      email: 'newcomer@example.com',
      username: 'Newcomer',
      password: 'long enough',
    };
    await test.visitor.post('/api/auth/register', newcomer);
    const token = await mailbox.tokenFor(newcomer.email);
    expect(mailbox.emails[0]?.text).not.toContain(newcomer.username);
    expect((await reset(token)).statusCode).toBe(400);
    expect((await verify(await linkOf())).statusCode).toBe(400);
    expect((await verify(token)).statusCode).toBe(204);
    expect((await rowOf(newcomer.email))?.emailVerifiedAt).toEqual(new Date(test.clock.now));
    expect((await rowOf(bystander.email))?.emailVerifiedAt).toBeNull();
    expect((await verify(token)).statusCode).toBe(400);
  });

  it('gets new links on request until it is verified, five per hour', async () => {
    expect(await isVerified()).toBe(false);
    for (let n = 0; n < 5; n += 1)
      expect((await fan.post('/api/user/verify-email')).json()).toEqual({ byMail: true });
    expect((await fan.post('/api/user/verify-email')).statusCode).toBe(429);
    const token = await mailbox.tokenFor(fan.email);
    expect(mailbox.emails).toHaveLength(5);
    test.clock.now += 7 * DAY - 1;
    await signIn(fan);
    expect((await verify(token)).statusCode).toBe(204);
    expect(await isVerified()).toBe(true);
    await fan.post('/api/user/verify-email');
    await mailbox.settle();
    expect(mailbox.emails).toHaveLength(5);
  });
});
