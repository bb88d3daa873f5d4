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
const about = { title: 'Encore?', category: 'General', content: 'Guess' };
const { perMinute, perDay } = NEWCOMER_POSTS;

let t: TestApp;
let fan: Caller;
let fans = 0;
let thread: string;

beforeAll(async () => {
  t = await openTestApp();
  const old = await t.signUp('Old hand');
  await ageAccounts(t);
  thread = `${THREADS}/${(await old.post(THREADS, about)).json().id}`;
});
afterAll(() => t.close());
beforeEach(async () => {
  fans += 1;
  fan = await t.signUp(`Newcomer ${fans}`);
});

const write = (n: number, by = fan) =>
  n % 2 ? by.post(THREADS, about) : by.post(`${thread}/posts`, { content: `Reply ${n}` });

async function writeMany(count: number, by = fan): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await write(n, by)).statusCode);
  return statuses;
}

const stored = () =>
  Promise.all([t.database.db.$count(forumThreads), t.database.db.$count(forumPosts)]);

describe('an account on its first day', () => {
  it('posts ten times a minute, threads and replies together', async () => {
    expect(await writeMany(perMinute)).toEqual(Array(perMinute).fill(201));
    const before = await stored();
    for (const n of [0, 1]) {
      const refused = await write(n);
      expect([refused.statusCode, refused.json().message]).toEqual([
        429,
        TOO_MANY_POSTS_PER_MINUTE,
      ]);
      expect(refused.headers['retry-after']).toBe('60');
    }
    expect(await stored()).toEqual(before);
    const other = await t.signUp(`Bystander ${fans}`);
    expect((await write(0, other)).statusCode).toBe(201);
    t.clock.now += MINUTE;
    expect((await write(0)).statusCode).toBe(201);
  });

  it('posts ten times a minute even when it sends all posts at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => write(n)));
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    expect(made).toHaveLength(perMinute);
    expect(answers.every(({ statusCode }) => [201, 429].includes(statusCode))).toBe(true);
  });

  it('posts sixty times on its first day and without limit from the next', async () => {
    const joinedAt = t.clock.now;
    for (let minute = 0; minute < perDay / perMinute; minute += 1) {
      t.clock.now += 2 * MINUTE;
      expect(await writeMany(perMinute)).toEqual(Array(perMinute).fill(201));
    }
    t.clock.now += HOUR;
    const refused = await write(0);
    expect([refused.statusCode, refused.json().message]).toEqual([429, TOO_MANY_POSTS_PER_DAY]);
    const left = (joinedAt + 24 * HOUR - t.clock.now) / 1000;
    expect(refused.headers['retry-after']).toBe(String(left));
    t.clock.now = joinedAt + 24 * HOUR - 1;
    expect((await write(0)).statusCode).toBe(429);
    t.clock.now += 1;
    expect(await writeMany(2 * perMinute)).toEqual(Array(2 * perMinute).fill(201));
  });

  it('edits and deletes its own posts without limit', async () => {
    const { id } = (await write(0)).json();
    await writeMany(perMinute - 1);
    const post = `/api/forums/posts/${id}`;
    expect((await fan.patch(post, { content: 'Better words' })).statusCode).toBe(200);
    expect((await fan.delete(post)).statusCode).toBe(204);
  });
});
