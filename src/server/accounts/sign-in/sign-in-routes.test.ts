import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions, users } from '#server/db/schema/accounts.ts';
import { argon2, replaceHashing } from '../../../../tests/support/hashing.ts';
import { createCaller, openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';

const hashes = { verified: [] as string[], made: 0, beforeVerify: async () => {} };
afterAll(
  replaceHashing({
    async verify(stored, password) {
      hashes.verified.push(stored);
      await hashes.beforeVerify();
      return argon2.verify(stored, password);
    },
    hash(...args) {
      hashes.made += 1;
      return argon2.hash(...args);
    },
  }),
);

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const REGISTER = '/api/auth/register';
const createVisitor = () => createCaller(app.fastify, { email: '', password: '' });
const signUpBody = (overrides: Record<string, unknown> = {}) => ({
  email: 'june@example.com',
  username: 'Cassidy Jones',
  password: 'six123',
  ...overrides,
});

describe('POST /api/auth/register', () => {
  it('creates an account and signs it in', async () => {
    const caller = createVisitor();
    const response = await caller.post(REGISTER, signUpBody());
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.any(String),
      username: 'Cassidy Jones',
      email: 'june@example.com',
      ...{ isAdmin: false, isModerator: false, scribeOf: [] },
      ...{ bio: null, location: null, favoriteSong: null, homeVenue: null, hiddenFields: [] },
      ...{ hasPrivateSheets: false, spoilersHiddenSince: null, revealedShowIds: [] },
      totalPoints: 0,
      gamesPlayed: 0,
      averageScore: '0.00',
      mustChangePassword: false,
      moderationNotices: [],
    });
    expect((await caller.get('/api/auth/user')).json()).toEqual(response.json());
  });

  it('trims email and username, and keeps their case', async () => {
    const body = signUpBody({ email: ' Stella@Example.COM ', username: '  Stella Blue  ' });
    const response = await createVisitor().post(REGISTER, body);
    expect(response.json()).toMatchObject({ email: 'Stella@Example.COM', username: 'Stella Blue' });
  });

  it.each([
    ['the email', { username: 'Another' }, 'This email address is already registered'],
    [
      'the email in another case',
      { email: 'JUNE@example.com', username: 'Another' },
      'This email address is already registered',
    ],
    ['the username', { email: 'a@example.com' }, 'This username is already taken'],
    [
      'the username in another case',
      { email: 'a@example.com', username: 'CASSIDY jones' },
      'This username is already taken',
    ],
    [
      'an NFKC equivalent of the username',
      { email: 'a@example.com', username: 'Ｃassidy Jones' },
      'This username is already taken',
    ],
  ])('returns 409 if %s is taken', async (_what, fields, message) => {
    const caller = createVisitor();
    hashes.made = 0;
    const response = await caller.post(REGISTER, signUpBody(fields));
    expect([response.statusCode, response.json().message]).toEqual([409, message]);
    expect(caller.cookie).toBeUndefined();
    expect(hashes.made).toBe(0);
  });

  it('creates one account when twenty requests sign up at the same time', async () => {
    const body = { email: 'rush@example.com', username: 'Rush', password: 'six123' };
    const attempts = Array.from({ length: 20 }, () => createVisitor().post(REGISTER, body));
    const responses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode);
    expect(responses.sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it.each(['admin', 'ADMINISTRATOR', ' Moderator ', 'Called It', 'ｃalled it', '\u0430dm\u0456n'])(
    'rejects the reserved name "%s"',
    async (username) => {
      const body = signUpBody({ email: 'r@example.com', username });
      const response = await createVisitor().post(REGISTER, body);
      expect([response.statusCode, response.json().message]).toEqual([
        400,
        'This username is reserved',
      ]);
    },
  );

  it.each([
    ['an array as email', { email: ['x@example.com'] }],
    ['an object as email', { email: { $ne: '' } }],
    ['an email without @', { email: 'x.example.com' }],
    ['an email of 256 characters', { email: `${'x'.repeat(244)}@example.com` }],
    ['a number as password', { password: 12345678 }],
    ['a password of 5 characters', { password: '12345' }],
    ['a password of 257 characters', { password: 'x'.repeat(257) }],
    ['a username of 2 characters', { username: 'ab' }],
    ['a username of 101 characters', { username: 'x'.repeat(101) }],
    ['a blank username', { username: '   ' }],
    ['no username', { username: undefined }],
    ['a zero-width space in the username', { username: 'Ju\u200Bne' }],
    ['a bidi mark in the username', { username: 'June\u202Eenuj' }],
    ['U+0000 in the username', { username: 'Ju\u0000ne' }],
    ['half a surrogate pair in the username', { username: 'June\uD83D' }],
    ['a username of filler characters', { username: '\u3164\u3164\u3164' }],
    ['a username with two consecutive spaces', { username: 'June  Moon' }],
  ])('rejects %s with 400', async (_what, fields) => {
    const body = signUpBody({ email: 'b@example.com', username: 'Bertha', ...fields });
    const response = await createVisitor().post(REGISTER, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ statusCode: 400, error: 'Bad Request' });
    expect(response.json().message).toMatch(/\w/);
  });

  it('lists the invalid fields', async () => {
    const response = await createVisitor().post(REGISTER, {
      email: 'x',
      password: '123',
    });
    expect(response.json().issues).toEqual([
      { path: 'email', message: 'Invalid email address' },
      { path: 'username', message: 'Required' },
      { path: 'password', message: 'Password must be at least 6 characters' },
    ]);
  });

  it.each(['محبوب الليل', '😀😀😀', 'x'.repeat(100), "Robert'); DROP TABLE users;--"])(
    'accepts the name %s',
    async (username) => {
      const email = `fan-${crypto.randomUUID()}@example.com`;
      const response = await createVisitor().post(REGISTER, signUpBody({ email, username }));
      expect([response.statusCode, response.json().username]).toEqual([201, username]);
    },
  );

  it('ignores fields that callers can’t set', async () => {
    const caller = createVisitor();
    const body = signUpBody({ email: 'mole@example.com', username: 'Mole' });
    const forbiddenFields = { isAdmin: true, totalPoints: 999, id: crypto.randomUUID(), bio: 'x' };
    const response = await caller.post(REGISTER, { ...body, ...forbiddenFields });
    expect(response.json()).toMatchObject({ isAdmin: false, totalPoints: 0 });
    expect((await caller.get('/api/admin/users')).statusCode).toBe(403);
  });

  it('rejects a password of 1 MB with 413', async () => {
    const body = signUpBody({ password: 'x'.repeat(1024 * 1024) });
    const response = await createVisitor().post(REGISTER, body);
    expect(response.statusCode).toBe(413);
  });
});

describe('POST /api/auth/login', () => {
  it('reports only the first problem of an empty body', async () => {
    const response = await createVisitor().post('/api/auth/login', {});
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe('Invalid email address');
  });

  it.each(['june@example.com', 'JUNE@EXAMPLE.COM', ' june@example.com '])(
    'signs in %s',
    async (email) => {
      const caller = createVisitor();
      const response = await caller.post('/api/auth/login', { email, password: 'six123' });
      expect([response.statusCode, response.json().username]).toEqual([200, 'Cassidy Jones']);
      expect((await caller.get('/api/auth/user')).statusCode).toBe(200);
    },
  );

  it('returns the same response, after the same work, for an unknown email and a wrong password', async () => {
    const tryLogin = async (email: string) => {
      hashes.verified.length = 0;
      const response = await createVisitor().post('/api/auth/login', {
        email,
        password: 'not this one',
      });
      const { date: _date, 'x-request-id': _id, ...headers } = response.headers;
      return {
        status: response.statusCode,
        headers,
        body: response.body,
        hashes: hashes.verified.map(readCost),
      };
    };
    const wrongPassword = await tryLogin('june@example.com');
    const unknownEmail = await tryLogin('nobody@example.com');
    expect(wrongPassword.hashes).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
    expect(wrongPassword).toMatchObject({
      status: 401,
      body: '{"statusCode":401,"error":"Unauthorized","message":"Invalid email or password"}',
    });
    expect(unknownEmail).toEqual(wrongPassword);
  });

  it.each([
    ['no body', undefined, 400],
    ['an array as email', { email: ['june@example.com'], password: 'six123' }, 400],
    ['an object as email', { email: {}, password: 'six123' }, 400],
    ['an array as password', { email: 'june@example.com', password: ['six123'] }, 400],
    ['an empty password', { email: 'june@example.com', password: '' }, 400],
    ['1 MB of password', { email: 'june@example.com', password: 'x'.repeat(1024 * 1024) }, 413],
    ['a password with a trailing space', { email: 'june@example.com', password: 'six123 ' }, 401],
    ['a password in another case', { email: 'june@example.com', password: 'SIX123' }, 401],
  ])('rejects %s', async (_what, body, status) => {
    const caller = createVisitor();
    expect((await caller.post('/api/auth/login', body)).statusCode).toBe(status);
    expect(caller.cookie).toBeUndefined();
  });
});

describe('a sign-in during a password change', () => {
  it('does not create a session with the old password', async () => {
    const { db } = app.database;
    const fan = await app.signUp('Changing');
    hashes.beforeVerify = async () => {
      await db.update(users).set({ password: 'another hash' }).where(eq(users.id, fan.userId));
    };
    const { email, password } = fan;
    const response = await createVisitor().post('/api/auth/login', { email, password });
    hashes.beforeVerify = async () => {};
    expect([response.statusCode, response.cookies]).toEqual([401, []]);
    const openSessions = await db.select().from(sessions).where(eq(sessions.userId, fan.userId));
    expect(openSessions).toHaveLength(1);
  });
});

function readCost(hash: string): string {
  return hash.split('$').slice(0, 4).join('$');
}
