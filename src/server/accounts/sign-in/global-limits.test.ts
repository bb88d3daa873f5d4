import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { replaceHashing, textHashing } from '../../../../tests/support/hashing.ts';
import { callerOf, openTestApp, signIn, type TestApp } from '../../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { ApiError } from '../../http/api-error.ts';
import * as limits from '../../http/limit.ts';

// Ceilings are a fiftieth of what they are: what is counted, and by whom, matters here.
const ceilings = new Map<string, number>();

/** Whoever signs up with this finds too many others who wait for their hash. */
const CROWDED = 'the hall is full';

afterAll(
  replaceHashing({
    ...textHashing,
    async hash(password) {
      if (password === CROWDED) throw new ApiError(503, 'Too many people are signing in at once.');
      return textHashing.hash(password);
    },
  }),
);

let test: TestApp;
beforeAll(async () => {
  const { createLimits } = limits;
  vi.spyOn(limits, 'createLimits').mockImplementation((...context) => {
    const createLimit = createLimits(...context);
    return (options) => {
      ceilings.set(options.name, options.most);
      return createLimit({ ...options, most: options.most / 50 });
    };
  });
  test = await openTestApp({}, openTestDatabase);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await test.close();
});

it('a thousand sign-ups a minute come from one network, and no more', async () => {
  const signUp = (name: string, remoteAddress = '198.51.100.7') =>
    test.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress,
      payload: { email: `${name}@example.com`, username: name, password: 'six123' },
    });
  expect(ceilings.get('sign-up')).toBe(1_000);
  expect((await signUp('first')).statusCode).toBe(201);
  // Those that find the name taken count as well, and cost little.
  for (let n = 2; n <= 20; n += 1) expect((await signUp('first')).statusCode).toBe(409);
  const refused = await signUp('late');
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().message]).toEqual([
    429,
    '60',
    'Too many people are signing up from this network. Please wait a minute and try again.',
  ]);
  expect((await signUp('late', '203.0.113.9')).statusCode).toBe(201);
  test.clock.now += 60_000;
  expect((await signUp('later')).statusCode).toBe(201);
});

it('whoever is told to come again has used up nothing of it', async () => {
  const signUp = (name: string, password: string) =>
    test.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress: '198.51.100.8',
      payload: { email: `${name}@example.com`, username: name, password },
    });
  for (let n = 0; n < 30; n += 1) expect((await signUp(`wave${n}`, CROWDED)).statusCode).toBe(503);
  for (let n = 0; n < 20; n += 1)
    expect((await signUp(`again${n}`, 'six123')).statusCode).toBe(201);
  expect((await signUp('afterthewave', 'six123')).statusCode).toBe(429);
});

it('a fan writes a thousand posts and threads a minute, and another goes on', async () => {
  const [fan, other] = [await test.signUp('Writes much'), await test.signUp('Writes little')];
  expect(ceilings.get('forum-posts')).toBe(1_000);
  const about = { title: 'Encore?', category: 'General', content: 'Guess' };
  const thread = await fan.post('/api/forums/threads', about);
  const url = `/api/forums/threads/${thread.json().id}/posts`;
  // Those to a thread that is gone count as well, and cost little.
  const nowhere = `/api/forums/threads/${crypto.randomUUID()}/posts`;
  for (let n = 2; n <= 20; n += 1)
    expect((await fan.post(nowhere, { content: 'x' })).statusCode).toBe(404);
  const refused = await fan.post(url, { content: 'one more' });
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'That is more than the forums take from one fan. Please wait a minute and try again.',
  ]);
  expect((await other.post(url, { content: 'hello' })).statusCode).toBe(201);
});

it('an account has a hundred sessions: one more ends the one unseen for longest, and no other fan’s', async () => {
  const [fan, other] = [await test.signUp('Everywhere'), await test.signUp('At home')];
  test.clock.now += 1_000;
  const second = callerOf(test.app, fan);
  await signIn(second);
  for (let n = 0; n < 99; n += 1) {
    test.clock.now += 1_000;
    await signIn(callerOf(test.app, fan));
  }
  const own = eq(sessions.userId, fan.userId);
  expect(await test.database.db.$count(sessions, own)).toBe(100);
  expect((await fan.get('/api/auth/user')).statusCode).toBe(401);
  expect((await second.get('/api/auth/user')).statusCode).toBe(200);
  expect((await other.get('/api/auth/user')).statusCode).toBe(200);
});
