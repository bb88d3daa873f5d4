import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LINK_EXPIRED } from '#contract/account-links.ts';
import { DAY, HOUR } from '#contract/durations.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../../tests/support/test-app.ts';
import { createTestMailer } from '../../../../tests/support/test-mailer.ts';
import { oneTimeTokens, users } from '../../db/schema/accounts.ts';
import { auditLog } from '../../db/schema/audit.ts';

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
  app.clock.now += HOUR;
  fanCount += 1;
  fan = await app.signUp(`Fan ${fanCount}`);
  await mailer.settle();
  mailer.emails.length = 0;
});

const createDevice = (password = fan.password) =>
  createCaller(app.fastify, { email: fan.email, password });
const requestReset = (email = fan.email) =>
  app.visitor.post('/api/auth/forgot-password', { email });
const reset = (token: string, newPassword = 'a better one', caller = createDevice()) =>
  caller.post('/api/auth/reset-password', { token, newPassword });
const requestToken = async (email = fan.email) => {
  await requestReset(email);
  return mailer.tokenFor(email);
};
const fetchUserStatus = async (caller: Caller) => (await caller.get('/api/auth/user')).statusCode;
const findUser = async (email = fan.email) => {
  const [row] = await app.database.db.select().from(users).where(eq(users.email, email));
  return row;
};

describe('a password reset', () => {
  it('uses an emailed link, signs in this device and ends all other sessions', async () => {
    const phone = createDevice();
    await signIn(phone);
    const token = await requestToken();
    const [email] = mailer.emails;
    expect(email).toMatchObject({
      to: fan.email,
      link: `https://calledit.example/reset-password#${token}`,
    });
    const browser = createDevice();
    const response = await reset(token, 'a better one', browser);
    expect([response.statusCode, response.json().id]).toEqual([200, fan.userId]);
    expect([
      await fetchUserStatus(browser),
      await fetchUserStatus(phone),
      await fetchUserStatus(fan),
    ]).toEqual([200, 401, 401]);
    expect(await fetchUserStatus(bystander)).toBe(200);
    await signIn(createDevice('a better one'));
    await expect(signIn(createDevice())).rejects.toThrow('401');
    const records = await app.database.db.select().from(auditLog);
    expect(records).toContainEqual(
      expect.objectContaining({ action: 'user.reset-password', subjectId: fan.userId }),
    );
  });

  it('sends a link that works once', async () => {
    const token = await requestToken();
    const responses = await Promise.all([
      reset(token, 'the first one'),
      reset(token, 'the second one'),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const reuse = await reset(token);
    expect([reuse.statusCode, reuse.json().message]).toEqual([400, LINK_EXPIRED]);
  });

  it('sends a link that expires after an hour', async () => {
    const token = await requestToken();
    app.clock.now += HOUR - 1;
    expect((await reset('x'.repeat(43))).statusCode).toBe(400);
    expect((await reset(token, '1234567')).statusCode).toBe(400);
    app.clock.now += 1;
    expect((await reset(token)).json().message).toBe(LINK_EXPIRED);
    await signIn(createDevice());
  });

  it('invalidates all other links, as a password change does', async () => {
    const [firstToken, secondToken] = [await requestToken(), await requestToken()];
    expect((await reset(secondToken, 'a better one')).statusCode).toBe(200);
    expect((await reset(firstToken)).statusCode).toBe(400);
    const thirdToken = await requestToken();
    const browser = createDevice('a better one');
    await signIn(browser);
    const passwords = { currentPassword: 'a better one', newPassword: 'the best one' };
    await browser.patch('/api/user/password', passwords);
    expect((await reset(thirdToken)).statusCode).toBe(400);
  });

  it('returns the same response for an unknown email, and sends nothing', async () => {
    const responses = [await requestReset(), await requestReset('nobody@example.com')];
    const visibleParts = responses.map(({ statusCode, body, headers }) => [
      statusCode,
      body,
      Object.keys(headers),
    ]);
    expect(visibleParts[0]).toEqual(visibleParts[1]);
    expect(responses[0]?.json()).toEqual({ byMail: true });
    await mailer.settle();
    expect(mailer.emails.map(({ to }) => to)).toEqual([fan.email]);
  });

  it('is limited to five requests per hour and email, whether or not an account has it', async () => {
    for (const email of [fan.email, 'unknown-too@example.com']) {
      for (let n = 0; n < 5; n += 1) expect((await requestReset(email)).statusCode).toBe(200);
      expect((await requestReset(email.toUpperCase())).statusCode).toBe(429);
    }
    expect((await requestReset(bystander.email)).statusCode).toBe(200);
    expect(await mailer.tokenFor(fan.email)).toMatch(/^[\w-]{43}$/);
  });

  it('is limited to fifty requests per hour and IP address', async () => {
    const request = (n: number) => requestReset(`fan-${n}@example.com`);
    const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => request(n)));
    expect(responses.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect((await request(51)).statusCode).toBe(429);
  });

  it('stores no token, and deletes expired rows', async () => {
    const token = await requestToken();
    const storedTokens = JSON.stringify(await app.database.db.select().from(oneTimeTokens));
    expect(storedTokens).not.toContain(token);
    app.clock.now += 8 * DAY;
    await requestToken();
    expect(await app.database.db.select().from(oneTimeTokens)).toHaveLength(1);
  });

  it('also replaces a temporary password and verifies the email', async () => {
    const { db } = app.database;
    await db.update(users).set({ mustChangePassword: true }).where(eq(users.id, fan.userId));
    const browser = createDevice();
    const response = await reset(await requestToken(), 'a better one', browser);
    expect(response.json().mustChangePassword).toBe(false);
    expect((await browser.get('/api/user/credentials')).json().isEmailVerified).toBe(true);
  });

  it('ends another user’s session in the same browser', async () => {
    const guest = await app.signUp(`Guest ${fanCount}`);
    const previousSession = Object.assign(createDevice(), { cookie: guest.cookie });
    await reset(await requestToken(), 'a better one', guest);
    expect((await guest.get('/api/auth/user')).json().id).toBe(fan.userId);
    expect(await fetchUserStatus(previousSession)).toBe(401);
  });
});

describe('an email address', () => {
  const verify = (token: string) => app.visitor.post('/api/auth/verify-email', { token });
  const isVerified = async () =>
    (await fan.get('/api/user/credentials')).json().isEmailVerified as boolean;

  it('is verified once by the link sent at sign-up, and by no other kind of link', async () => {
    const newcomer = {
      email: 'newcomer@example.com',
      username: 'Newcomer',
      password: 'long enough',
    };
    await app.visitor.post('/api/auth/register', newcomer);
    const token = await mailer.tokenFor(newcomer.email);
    expect(mailer.emails[0]?.text).not.toContain(newcomer.username);
    expect((await reset(token)).statusCode).toBe(400);
    expect((await verify(await requestToken())).statusCode).toBe(400);
    expect((await verify(token)).statusCode).toBe(204);
    expect((await findUser(newcomer.email))?.emailVerifiedAt).toEqual(new Date(app.clock.now));
    expect((await findUser(bystander.email))?.emailVerifiedAt).toBeNull();
    expect((await verify(token)).statusCode).toBe(400);
  });

  it('gets up to five new links per hour until it is verified', async () => {
    expect(await isVerified()).toBe(false);
    for (let n = 0; n < 5; n += 1)
      expect((await fan.post('/api/user/verify-email')).json()).toEqual({ byMail: true });
    expect((await fan.post('/api/user/verify-email')).statusCode).toBe(429);
    const token = await mailer.tokenFor(fan.email);
    expect(mailer.emails).toHaveLength(5);
    app.clock.now += 7 * DAY - 1;
    await signIn(fan);
    expect((await verify(token)).statusCode).toBe(204);
    expect(await isVerified()).toBe(true);
    await fan.post('/api/user/verify-email');
    await mailer.settle();
    expect(mailer.emails).toHaveLength(5);
  });
});
