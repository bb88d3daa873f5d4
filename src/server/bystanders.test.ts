import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Answer,
  type Caller,
  callerOf,
  openTestApp,
  signIn,
  type TestApp,
} from '../../tests/support/test-app.ts';
import { planTour } from '../../tests/support/tour.ts';
import { forumPosts, forumThreads } from './db/forum-schema.ts';
import { predictionShares } from './db/prediction-schema.ts';
import { predictionSongs, predictions, sessions, users } from './db/schema.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let test: TestApp;
let fan: Caller;
let bystander: Caller;
let showId: string;
let songIds: string[];
beforeAll(async () => {
  test = await openTestApp();
  const tour = planTour(test);
  songIds = await tour.songs('Ember', 'Fathom', 'Gale', 'Harbor');
  showId = await tour.show({ date: new Date(test.clock.now + 20 * DAY) });
  [bystander, fan] = [await test.signUp('Bystander'), await test.signUp('Fan')];
  await signIn(callerOf(test.app, bystander));
  const { id } = await tour.predict(bystander, showId, songIds.slice(0, 3));
  await bystander.post(`/api/predictions/${id}/share`);
  const thread = (await bystander.post('/api/forums/threads', body('Mine'))).json();
  await bystander.post(`/api/forums/threads/${thread.id}/posts`, { content: 'More' });
  // Nobody has seen them for six days: alive, and no more than that.
  test.clock.now += 6 * DAY;
  await signIn(fan);
});
afterAll(() => test.close());

const body = (title: string) => ({ title, category: 'General', content: 'Which one?' });

/** Every row that is a fan's own. */
async function rowsOf({ userId }: Caller) {
  const { db } = test.database;
  const own = await db.select().from(predictions).where(eq(predictions.userId, userId));
  const ids = own.map(({ id }) => id);
  return {
    account: await db.select().from(users).where(eq(users.id, userId)),
    sessions: await db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(sessions.id),
    predictions: own,
    picks: await db
      .select()
      .from(predictionSongs)
      .where(inArray(predictionSongs.predictionId, ids))
      .orderBy(predictionSongs.id),
    shares: await db
      .select()
      .from(predictionShares)
      .where(inArray(predictionShares.predictionId, ids)),
    threads: await db.select().from(forumThreads).where(eq(forumThreads.authorId, userId)),
    posts: await db
      .select()
      .from(forumPosts)
      .where(eq(forumPosts.authorId, userId))
      .orderBy(forumPosts.id),
  };
}

/** What a write of the fan's made, for the ones after it. */
const made = { prediction: '', thread: '', post: '' };
const keep = async (what: keyof typeof made, answering: Promise<Answer>) => {
  const answer = await answering;
  made[what] = answer.json().id;
  return answer;
};
const firstPost = async () => {
  const posts = await fan.get(`/api/forums/threads/${made.thread}/posts`);
  return posts.json()[0].id as string;
};

/** In this order; each stands on the ones before it. */
const WRITES: [string, () => Promise<Answer>][] = [
  [
    'signing up',
    () =>
      callerOf(test.app, fan).post('/api/auth/register', {
        email: 'new@example.com',
        username: 'Newcomer',
        password: 'long enough',
      }),
  ],
  [
    'signing in',
    () =>
      callerOf(test.app, fan).post('/api/auth/login', { email: fan.email, password: fan.password }),
  ],
  [
    'the first sign-in of an hour',
    () => {
      test.clock.now += HOUR;
      return callerOf(test.app, fan).post('/api/auth/login', {
        email: fan.email,
        password: fan.password,
      });
    },
  ],
  ['being seen', () => fan.get('/api/auth/user')],
  [
    'a profile',
    () =>
      fan.patch('/api/user/profile', {
        username: 'Fan, again',
        homeVenue: 'Barn',
        favoriteSong: 'Ember',
      }),
  ],
  ['a prediction', () => keep('prediction', fan.post('/api/predictions', { showId, songIds }))],
  [
    'an edit of it',
    () => fan.patch(`/api/predictions/${made.prediction}`, { songIds: songIds.slice(1) }),
  ],
  ['a link to it', () => fan.post(`/api/predictions/${made.prediction}/share`)],
  [
    'a change of the link',
    () => fan.patch(`/api/predictions/${made.prediction}/share`, { showsSongsEarly: true }),
  ],
  ['the end of the link', () => fan.delete(`/api/predictions/${made.prediction}/share`)],
  ['a thread', () => keep('thread', fan.post('/api/forums/threads', body('Theirs')))],
  [
    'a post',
    () =>
      keep('post', fan.post(`/api/forums/threads/${made.thread}/posts`, { content: 'This one' })),
  ],
  ['a change of it', () => fan.patch(`/api/forums/posts/${made.post}`, { content: 'That one' })],
  ['the end of it', () => fan.delete(`/api/forums/posts/${made.post}`)],
  [
    'a change of the first post',
    async () => fan.patch(`/api/forums/posts/${await firstPost()}`, { content: 'Or not' }),
  ],
  ['the end of the thread', () => fan.delete(`/api/forums/threads/${made.thread}`)],
  [
    'the end of a session',
    async () => {
      const rows: { id: string; isCurrent: boolean }[] = (
        await fan.get('/api/user/sessions')
      ).json();
      return fan.delete(`/api/user/sessions/${rows.find(({ isCurrent }) => !isCurrent)?.id}`);
    },
  ],
  [
    'a new password',
    () =>
      fan.patch('/api/user/password', {
        currentPassword: fan.password,
        newPassword: 'a better one',
      }),
  ],
  ['logging out', () => fan.post('/api/auth/logout')],
];

it.each(WRITES)("%s leaves all that is another fan's as it was", async (_, write) => {
  const before = await rowsOf(bystander);
  expect(before.sessions).toHaveLength(2);
  expect(before.picks).toHaveLength(3);
  const answer = await write();
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  expect(await rowsOf(bystander)).toEqual(before);
});

it('and the bystander, who was signed in all the while, still is', async () => {
  expect((await bystander.get('/api/auth/user')).statusCode).toBe(200);
});
