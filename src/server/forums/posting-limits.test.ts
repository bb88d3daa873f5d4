import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import {
  NEWCOMER_POSTS,
  TOO_MANY_POSTS_PER_DAY,
  TOO_MANY_POSTS_PER_MINUTE,
} from '#contract/forums.ts';
import { ageAccounts } from '../../../tests/support/age-accounts.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';

const THREADS = '/api/forums/threads';
const draft = { title: 'Encore?', category: 'General', content: 'Guess' };
const { perMinute, perDay } = NEWCOMER_POSTS;

let app: TestApp;
let fan: Caller;
let fanCount = 0;
let thread: string;

beforeAll(async () => {
  app = await openTestApp();
  const oldFan = await app.signUp('Old hand');
  await ageAccounts(app);
  thread = `${THREADS}/${(await oldFan.post(THREADS, draft)).json().id}`;
});
afterAll(() => app.close());
beforeEach(async () => {
  fanCount += 1;
  fan = await app.signUp(`Newcomer ${fanCount}`);
});

const post = (n: number, author = fan) =>
  n % 2 ? author.post(THREADS, draft) : author.post(`${thread}/posts`, { content: `Reply ${n}` });

async function postMany(count: number, author = fan): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await post(n, author)).statusCode);
  return statuses;
}

const countStored = () =>
  Promise.all([app.database.db.$count(forumThreads), app.database.db.$count(forumPosts)]);

describe('an account on its first day', () => {
  it('can post ten times a minute, counting threads and replies', async () => {
    expect(await postMany(perMinute)).toEqual(Array(perMinute).fill(201));
    const countsBefore = await countStored();
    for (const n of [0, 1]) {
      const response = await post(n);
      expect([response.statusCode, response.json().message]).toEqual([
        429,
        TOO_MANY_POSTS_PER_MINUTE,
      ]);
      expect(response.headers['retry-after']).toBe('60');
    }
    expect(await countStored()).toEqual(countsBefore);
    const bystander = await app.signUp(`Bystander ${fanCount}`);
    expect((await post(0, bystander)).statusCode).toBe(201);
    app.clock.now += MINUTE;
    expect((await post(0)).statusCode).toBe(201);
  });

  const sendConcurrently = async (count: number) => {
    const responses = await Promise.all(Array.from({ length: count }, (_, n) => post(n)));
    expect(responses.every(({ statusCode }) => [201, 429].includes(statusCode))).toBe(true);
    return responses.filter(({ statusCode }) => statusCode === 201).length;
  };

  it('creates at most ten posts a minute, even from sixty simultaneous requests', async () => {
    expect(await sendConcurrently(60)).toBe(perMinute);
  });

  it('creates at most sixty posts a day, even if the last requests are simultaneous', async () => {
    await postMany(perMinute / 2);
    for (let minute = 1; minute < perDay / perMinute; minute += 1) {
      app.clock.now += 2 * MINUTE;
      await postMany(perMinute);
    }
    app.clock.now += 2 * MINUTE;
    expect(await sendConcurrently(perMinute)).toBe(perMinute / 2);
  });

  it('can post sixty times on its first day, and without limit afterwards', async () => {
    const joinedAt = app.clock.now;
    for (let minute = 0; minute < perDay / perMinute; minute += 1) {
      app.clock.now += 2 * MINUTE;
      expect(await postMany(perMinute)).toEqual(Array(perMinute).fill(201));
    }
    app.clock.now += HOUR;
    const response = await post(0);
    expect([response.statusCode, response.json().message]).toEqual([429, TOO_MANY_POSTS_PER_DAY]);
    const secondsLeft = (joinedAt + 24 * HOUR - app.clock.now) / 1000;
    expect(response.headers['retry-after']).toBe(String(secondsLeft));
    app.clock.now = joinedAt + 24 * HOUR - 1;
    expect((await post(0)).statusCode).toBe(429);
    app.clock.now += 1;
    expect(await postMany(2 * perMinute)).toEqual(Array(2 * perMinute).fill(201));
  });

  it('can edit and delete its own posts without limit', async () => {
    const { id } = (await post(0)).json();
    await postMany(perMinute - 1);
    const postUrl = `/api/forums/posts/${id}`;
    expect((await fan.patch(postUrl, { content: 'Better wording' })).statusCode).toBe(200);
    expect((await fan.delete(postUrl)).statusCode).toBe(204);
  });
});
