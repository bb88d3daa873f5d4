import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { replaceHashing, textHashing } from '../../../../tests/support/hashing.ts';
import {
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { ApiError } from '../../http/api-error.ts';
import * as limits from '../../http/limit.ts';

// The limits are divided by fifty, so that the tests need fewer requests.
const maxima = new Map<string, number>();

/** A sign-up with this password fails because too many others wait for their hash. */
const BUSY_PASSWORD = 'the hall is full';

afterAll(
  replaceHashing({
    ...textHashing,
    async hash(password) {
      if (password === BUSY_PASSWORD)
        throw new ApiError(503, 'Too many people are signing in at once.');
      return textHashing.hash(password);
    },
  }),
);

let app: TestApp;
beforeAll(async () => {
  const { createLimits } = limits;
  vi.spyOn(limits, 'createLimits').mockImplementation((...context) => {
    const createLimit = createLimits(...context);
    return (options) => {
      maxima.set(options.name, options.max);
      return createLimit({ ...options, max: options.max / 50 });
    };
  });
  app = await openTestApp({}, openTestDatabase);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

test('limits a network to a thousand sign-ups a minute', async () => {
  const signUp = (name: string, remoteAddress = '198.51.100.7') =>
    app.fastify.inject({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress,
      payload: { email: `${name}@example.com`, username: name, password: 'six123' },
    });
  expect(maxima.get('sign-up')).toBe(1_000);
  expect((await signUp('first')).statusCode).toBe(201);
  // Sign-ups with a taken name count too, and are cheap.
  for (let n = 2; n <= 20; n += 1) expect((await signUp('first')).statusCode).toBe(409);
  const response = await signUp('late');
  expect([response.statusCode, response.headers['retry-after'], response.json().message]).toEqual([
    429,
    '60',
    'Too many people are signing up from this network. Please wait a minute and try again.',
  ]);
  expect((await signUp('late', '203.0.113.9')).statusCode).toBe(201);
  app.clock.now += 60_000;
  expect((await signUp('later')).statusCode).toBe(201);
});

test('a sign-up rejected with 503 doesn’t count', async () => {
  const signUp = (name: string, password: string) =>
    app.fastify.inject({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress: '198.51.100.8',
      payload: { email: `${name}@example.com`, username: name, password },
    });
  for (let n = 0; n < 30; n += 1)
    expect((await signUp(`wave${n}`, BUSY_PASSWORD)).statusCode).toBe(503);
  for (let n = 0; n < 20; n += 1)
    expect((await signUp(`again${n}`, 'six123')).statusCode).toBe(201);
  expect((await signUp('afterthewave', 'six123')).statusCode).toBe(429);
});

test('limits a fan to a thousand posts, edits and threads a minute, independently of others', async () => {
  const [fan, other] = [await app.signUp('Writes much'), await app.signUp('Writes little')];
  expect(maxima.get('forum-posts')).toBe(1_000);
  const body = { title: 'Encore?', category: 'General', content: 'Guess' };
  const thread = await fan.post('/api/forums/threads', body);
  const url = `/api/forums/threads/${thread.json().id}/posts`;
  const missingThreadUrl = `/api/forums/threads/${crypto.randomUUID()}/posts`;
  const missingPostUrl = `/api/forums/posts/${crypto.randomUUID()}`;
  for (let n = 2; n <= 10; n += 1)
    expect((await fan.post(missingThreadUrl, { content: 'x' })).statusCode).toBe(404);
  for (let n = 11; n <= 20; n += 1)
    expect((await fan.patch(missingPostUrl, { content: 'x' })).statusCode).toBe(404);
  expect((await fan.patch(missingPostUrl, { content: 'x' })).statusCode).toBe(429);
  const response = await fan.post(url, { content: 'one more' });
  expect([response.statusCode, response.json().message]).toEqual([
    429,
    'You are posting too often. Please wait a minute and try again.',
  ]);
  expect((await other.post(url, { content: 'hello' })).statusCode).toBe(201);
});

test.each([
  ['forum-posts', 'forums/threads/{id}/posts', 'forums/posts/{post}'],
  ['league-posts', 'leagues/{id}/posts', 'leagues/{id}/posts/{post}'],
])('%s lets no parallel posts or edits exceed the limit', async (name, posts, post) => {
  const [fan, other] = [await app.signUp(`Hasty ${name}`), await app.signUp(`Calm ${name}`)];
  expect(maxima.get(name)).toBe(1_000);
  const toUrl = (path: string) => `/api/${path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())}`;
  const write = (n: number, author = fan) =>
    n % 2
      ? author.post(toUrl(posts), { content: 'x' })
      : author.patch(toUrl(post), { content: 'x' });
  const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => write(n)));
  const statuses = responses.map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([...Array(20).fill(404), ...Array(20).fill(429)]);
  for (const n of [0, 1]) expect((await write(n, other)).statusCode).toBe(404);
  app.clock.now += 60_000;
  for (const n of [0, 1]) expect((await write(n)).statusCode).toBe(404);
});

test('limits an account to a hundred sessions by ending the one idle the longest', async () => {
  const [fan, other] = [await app.signUp('Everywhere'), await app.signUp('At home')];
  app.clock.now += 1_000;
  const secondSession = createCaller(app.fastify, fan);
  await signIn(secondSession);
  for (let n = 0; n < 99; n += 1) {
    app.clock.now += 1_000;
    await signIn(createCaller(app.fastify, fan));
  }
  const isOwnedByFan = eq(sessions.userId, fan.userId);
  expect(await app.database.db.$count(sessions, isOwnedByFan)).toBe(100);
  expect((await fan.get('/api/auth/user')).statusCode).toBe(401);
  expect((await secondSession.get('/api/auth/user')).statusCode).toBe(200);
  expect((await other.get('/api/auth/user')).statusCode).toBe(200);
});
