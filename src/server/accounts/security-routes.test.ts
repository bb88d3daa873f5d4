import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalBus } from '#server/changes/bus.ts';
import { users } from '#server/db/schema/accounts.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';

const bus = createLocalBus();
const endedUserIds: string[] = [];
bus.subscribe((changes) => {
  for (const { topic, subjectId } of changes)
    if (topic === 'access' && subjectId) endedUserIds.push(subjectId);
});

let app: TestApp;
let fan: Caller;
let fanCount = 0;
beforeAll(async () => {
  app = await openTestApp({ bus });
});
afterAll(() => app.close());
beforeEach(async () => {
  await signIn(app.admin);
  fanCount += 1;
  fan = await app.signUp(`Fan ${fanCount}`);
  endedUserIds.length = 0;
});

const createDevice = () => createCaller(app.fastify, pickCredentials(fan));
const pickCredentials = ({ email, password }: Caller) => ({ email, password });
const fetchUserStatus = async (caller: Caller) => (await caller.get('/api/auth/user')).statusCode;
const changePassword = (caller: Caller, currentPassword: string, newPassword = 'a better one') =>
  caller.patch('/api/user/password', { currentPassword, newPassword });
const signInSecondDevice = async () => {
  const secondDevice = createDevice();
  await signIn(secondDevice);
  return secondDevice;
};

describe('PATCH /api/user/password', () => {
  test('ends every other session immediately and gives this one a new token', async () => {
    const phone = await signInSecondDevice();
    const oldCookie = fan.cookie;
    expect(await fetchUserStatus(phone)).toBe(200);
    const response = await changePassword(fan, fan.password);
    expect([response.statusCode, response.json().id]).toEqual([200, fan.userId]);
    expect(await fetchUserStatus(phone)).toBe(401);
    expect(await fetchUserStatus(fan)).toBe(200);
    expect(await fetchUserStatus(Object.assign(createDevice(), { cookie: oldCookie }))).toBe(401);
    expect(endedUserIds).toEqual([fan.userId]);
  });

  test('accepts only the new password afterwards', async () => {
    await changePassword(fan, fan.password);
    const login = (password: string) =>
      createDevice().post('/api/auth/login', { email: fan.email, password });
    expect((await login(fan.password)).statusCode).toBe(401);
    expect((await login('a better one')).statusCode).toBe(200);
  });

  test('stores an argon2id hash with 19 MiB, two passes and one lane', async () => {
    await changePassword(fan, fan.password);
    const [row] = await app.database.db.select().from(users).where(eq(users.id, fan.userId));
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('rejects a wrong current password with 400, and the sixth in a row with 429', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const response = await changePassword(fan, `wrong ${attempt}`);
      expect([response.statusCode, response.json().message]).toEqual([
        400,
        'Current password is incorrect',
      ]);
    }
    const sixth = await changePassword(fan, 'wrong 6');
    expect(sixth.statusCode).toBe(429);
    expect(sixth.headers['retry-after']).toBe('5');
    expect((await changePassword(fan, fan.password)).statusCode).toBe(429);
    expect(await fetchUserStatus(fan)).toBe(200);
    app.clock.now += 5_000;
    expect((await changePassword(fan, fan.password)).statusCode).toBe(200);
  });

  test('limits concurrent guesses like sequential ones', async () => {
    const guesses = Array.from({ length: 40 }, (_, n) => changePassword(fan, `guess ${n}`));
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    const wrongCount = statuses.filter((status) => status === 400).length;
    // Guesses that are already being verified may exceed the limit.
    expect(wrongCount).toBeGreaterThanOrEqual(5);
    expect(wrongCount).toBeLessThanOrEqual(8);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - wrongCount);
  });

  test('resets the count after a correct password', async () => {
    for (let attempt = 1; attempt <= 4; attempt += 1) await changePassword(fan, 'wrong');
    expect((await changePassword(fan, fan.password, 'a better one')).statusCode).toBe(200);
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await changePassword(fan, 'wrong')).statusCode).toBe(400);
    expect((await changePassword(fan, 'a better one')).statusCode).toBe(429);
  });

  test('applies only one of two concurrent changes', async () => {
    const phone = await signInSecondDevice();
    const responses = await Promise.all([
      changePassword(fan, fan.password, 'the first wins'),
      changePassword(phone, fan.password, 'the second wins'),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, expect.any(Number)]);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test.each([
    ['7 characters', { newPassword: '1234567' }, 'Password must be at least 8 characters'],
    ['257 characters', { newPassword: 'x'.repeat(257) }, 'Password must be at most 256 characters'],
    ['a number', { newPassword: 12345678 }, 'New password must be text'],
    ['no current password', { currentPassword: undefined }, 'Current password is required'],
    ['an empty current password', { currentPassword: '' }, 'Current password is required'],
  ])('rejects %s', async (_what, overrides, message) => {
    const body = { currentPassword: fan.password, newPassword: 'long enough', ...overrides };
    const response = await fan.patch('/api/user/password', body);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(message);
    expect(endedUserIds).toEqual([]);
  });

  test('returns 401 for a visitor', async () => {
    expect((await changePassword(createDevice(), fan.password)).statusCode).toBe(401);
  });
});

describe('a fan’s sessions', () => {
  test('are listed, last seen first, with the current one marked', async () => {
    app.clock.now += 1_000;
    const phone = createDevice();
    const body = { email: fan.email, password: fan.password };
    await phone.post('/api/auth/login', body, { 'user-agent': 'Phone/1.0' });
    const rows = (await fan.get('/api/user/sessions')).json();
    expect(rows).toMatchObject([
      { userAgent: 'Phone/1.0', isCurrent: false, lastSeenAt: new Date(app.clock.now).toJSON() },
      { isCurrent: true },
    ]);
    expect(Object.keys(rows[0]).sort()).toEqual(
      ['createdAt', 'id', 'isCurrent', 'lastSeenAt', 'userAgent'].sort(),
    );
  });

  test('store 500 characters of the user agent', async () => {
    const phone = createDevice();
    const body = { email: fan.email, password: fan.password };
    await phone.post('/api/auth/login', body, { 'user-agent': 'x'.repeat(5_000) });
    const rows: { userAgent: string }[] = (await phone.get('/api/user/sessions')).json();
    expect(rows.map(({ userAgent }) => userAgent)).toContain('x'.repeat(500));
  });

  test('are not listed after they expire', async () => {
    const phone = await signInSecondDevice();
    app.clock.now += 6 * 24 * 60 * 60_000;
    await fetchUserStatus(phone);
    app.clock.now += 2 * 24 * 60 * 60_000;
    expect((await phone.get('/api/user/sessions')).json()).toMatchObject([{ isCurrent: true }]);
  });

  test('can be ended individually, with immediate effect', async () => {
    const phone = await signInSecondDevice();
    const rows = (await phone.get('/api/user/sessions')).json();
    const otherSession = rows.find((row: { isCurrent: boolean }) => !row.isCurrent);
    expect(await fetchUserStatus(fan)).toBe(200);
    expect((await phone.delete(`/api/user/sessions/${otherSession.id}`)).statusCode).toBe(204);
    expect(await fetchUserStatus(fan)).toBe(401);
    expect(await fetchUserStatus(phone)).toBe(200);
    expect(endedUserIds).toEqual([fan.userId]);
  });

  test('include the current one, which ends with its cookie', async () => {
    const [row] = (await fan.get('/api/user/sessions')).json();
    const response = await fan.delete(`/api/user/sessions/${row.id}`);
    expect(response.cookies).toMatchObject([{ name: 'called_it_session', value: '' }]);
    expect(await fetchUserStatus(fan)).toBe(401);
  });

  test.each([
    ['an unknown', async () => crypto.randomUUID()],
    ['a malformed', async () => 'x'],
    [
      'another fan’s',
      async () => (await app.admin.get('/api/user/sessions')).json()[0].id as string,
    ],
  ])('return 404 for %s ID', async (_description, findId) => {
    const response = await fan.delete(`/api/user/sessions/${await findId()}`);
    expect(response.statusCode).toBe(404);
    expect(await fetchUserStatus(app.admin)).toBe(200);
  });
});
