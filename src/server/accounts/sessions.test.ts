import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import { sessions, users } from '#server/db/schema/accounts.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { hashToken } from '../random-token.ts';
import { revokeAdmin } from './administrators/administrators.ts';

let app: TestApp;
let fan: Caller;
let fanCount = 0;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  fanCount += 1;
  fan = await app.signUp(`Fan ${fanCount}`);
});

const createDevice = () => createCaller(app.fastify, pickCredentials(fan));
const pickCredentials = ({ email, password }: Caller) => ({ email, password });
const fetchUserStatus = async (caller: Caller) => (await caller.get('/api/auth/user')).statusCode;
const readToken = (caller: Caller) => caller.cookie?.split('=')[1] ?? '';
const withCookie = (cookie: string | undefined) => Object.assign(createDevice(), { cookie });
const findSession = async (caller: Caller) => {
  const hash = hashToken(readToken(caller));
  const [row] = await app.database.db.select().from(sessions).where(eq(sessions.tokenHash, hash));
  return row;
};

describe('the session cookie', () => {
  const login = (fastify: TestApp['fastify']) =>
    createCaller(fastify, pickCredentials(fan)).post('/api/auth/login', {
      email: fan.email,
      password: fan.password,
    });

  test('is HttpOnly and SameSite, and lasts thirty days', async () => {
    const [cookie] = (await login(app.fastify)).cookies;
    expect(cookie).toEqual({
      name: 'called_it_session',
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 30 * 24 * 60 * 60,
    });
  });

  test('is Secure and has the __Host- prefix on https', async () => {
    const httpsApp = await openTestApp({ publicUrl: 'https://called-it.example' });
    const response = await createCaller(httpsApp.fastify, pickCredentials(fan)).post(
      '/api/auth/login',
      {
        email: httpsApp.admin.email,
        password: httpsApp.admin.password,
      },
    );
    expect(response.cookies).toMatchObject([
      { name: '__Host-called_it_session', secure: true },
      { name: expect.stringMatching(/^__Host-called_it_device_[0-9a-f]{12}$/), secure: true },
    ]);
    for (const cookie of response.cookies) expect(cookie).not.toHaveProperty('domain');
    await httpsApp.close();
  });

  test('holds a token that is stored only as a hash', async () => {
    const rows = await app.database.db.select().from(sessions);
    expect(JSON.stringify(rows)).not.toContain(readToken(fan));
    expect((await findSession(fan))?.userId).toBe(fan.userId);
  });

  test.each(['', 'x', 'x'.repeat(43), '%ff', '../../etc', "' or 1=1 --"])(
    'is ignored with the value "%s"',
    async (value) => {
      expect(await fetchUserStatus(withCookie(`called_it_session=${value}`))).toBe(401);
    },
  );

  test('replaces a cookie that was set before the sign-in', async () => {
    const plantedCookie = `called_it_session=${'p'.repeat(43)}`;
    const victim = withCookie(plantedCookie);
    await signIn(victim);
    expect(victim.cookie).not.toBe(plantedCookie);
    expect(await fetchUserStatus(withCookie(plantedCookie))).toBe(401);
  });

  test('is replaced at the next sign-in, and the old value stops working', async () => {
    const previousCookie = fan.cookie;
    await signIn(fan);
    expect(fan.cookie).not.toBe(previousCookie);
    expect(await fetchUserStatus(withCookie(previousCookie))).toBe(401);
    expect(await fetchUserStatus(fan)).toBe(200);
  });
});

describe('a sign-up in a signed-in browser', () => {
  test('ends the previous session', async () => {
    const previousSession = withCookie(fan.cookie);
    const body = {
      email: `second-${fanCount}@example.com`,
      username: `Second ${fanCount}`,
      password: 'x'.repeat(9),
    };
    expect((await fan.post('/api/auth/register', body)).statusCode).toBe(201);
    expect(await fetchUserStatus(previousSession)).toBe(401);
    expect((await fan.get('/api/auth/user')).json().username).toBe(`Second ${fanCount}`);
  });
});

describe('a database failure', () => {
  test('while a session is read returns 500 and keeps the session', async () => {
    const phone = createDevice();
    await signIn(phone);
    const select = vi.spyOn(app.database.db, 'select').mockImplementationOnce(() => {
      throw new Error('The connection broke');
    });
    const response = await withCookie(phone.cookie).get('/api/auth/user');
    select.mockRestore();
    expect([response.statusCode, response.json().statusCode]).toEqual([500, 500]);
    expect(await fetchUserStatus(phone)).toBe(200);
  });

  test('while recording the last use doesn’t fail the request', async () => {
    app.clock.now += HOUR;
    const failUpdate = () => Promise.reject(new Error('The connection broke'));
    const update = vi.spyOn(app.database.db, 'update');
    update.mockReturnValueOnce({ set: () => ({ where: failUpdate }) } as never);
    expect(await fetchUserStatus(fan)).toBe(200);
    expect(update).toHaveBeenCalled();
    update.mockRestore();
  });
});

describe('a session', () => {
  test('can’t be reused after logout, and other sessions keep working', async () => {
    const phone = createDevice();
    await signIn(phone);
    const stolenCookie = withCookie(fan.cookie);
    expect(await fetchUserStatus(stolenCookie)).toBe(200);
    const response = await fan.post('/api/auth/logout');
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(response.cookies).toMatchObject([{ name: 'called_it_session', value: '', path: '/' }]);
    expect(await fetchUserStatus(stolenCookie)).toBe(401);
    expect(await fetchUserStatus(phone)).toBe(200);
  });

  test('is not required for logout', async () => {
    const response = await app.visitor.post('/api/auth/logout');
    expect(response.statusCode).toBe(204);
  });

  test('ends after seven idle days', async () => {
    app.clock.now += 7 * DAY - MINUTE;
    expect(await fetchUserStatus(fan)).toBe(200);
    app.clock.now += 7 * DAY - MINUTE;
    expect(await fetchUserStatus(fan)).toBe(200);
    app.clock.now += 7 * DAY;
    expect(await fetchUserStatus(fan)).toBe(401);
  });

  test('ends after thirty days even if it is used', async () => {
    for (let day = 1; day < 30; day += 1) {
      app.clock.now += DAY;
      expect(await fetchUserStatus(fan)).toBe(200);
    }
    app.clock.now += DAY - 1;
    expect(await fetchUserStatus(fan)).toBe(200);
    app.clock.now += 1;
    expect(await fetchUserStatus(fan)).toBe(401);
  });

  test('records its last use once an hour', async () => {
    const openedAt = (await findSession(fan))?.lastSeenAt.getTime() ?? 0;
    app.clock.now += HOUR - 1;
    await fan.get('/api/auth/user');
    expect((await findSession(fan))?.lastSeenAt.getTime()).toBe(openedAt);
    app.clock.now += 1;
    await fan.get('/api/auth/user');
    expect((await findSession(fan))?.lastSeenAt.getTime()).toBe(openedAt + HOUR);
  });

  test('is deleted after it expires', async () => {
    const row = await findSession(fan);
    app.clock.now += 8 * DAY;
    await app.signUp(`Later ${fanCount}`);
    expect(row).toBeDefined();
    expect(await findSession(fan)).toBeUndefined();
  });

  test('is cached: a second read makes no query for it', async () => {
    await fan.get('/api/user/sessions');
    const select = vi.spyOn(app.database.db, 'select');
    await fan.get('/api/user/sessions');
    expect(select).toHaveBeenCalledTimes(1);
    select.mockRestore();
  });

  test('ends within half a minute when another process deleted it', async () => {
    await fan.get('/api/auth/user');
    await app.database.db.delete(sessions).where(eq(sessions.userId, fan.userId));
    app.clock.now += 30_000;
    expect((await fan.get('/api/user/sessions')).statusCode).toBe(401);
  });
});

describe('the administrator’s role', () => {
  test('is read from the database on every admin request, so a revocation on another server applies immediately', async () => {
    const { db } = app.database;
    await signIn(app.admin);
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, fan.userId));
    expect((await fan.get('/api/admin/users')).statusCode).toBe(200);
    await revokeAdmin(db, { email: fan.email }, null);
    expect((await fan.get('/api/admin/users')).statusCode).toBe(403);
    expect(await fetchUserStatus(fan)).toBe(200);
  });
});
