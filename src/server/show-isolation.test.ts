import { asc, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Answer, openTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { planTour } from '../../tests/support/tour.ts';
import { users } from './db/schema/accounts.ts';
import { auditLog } from './db/schema/audit.ts';
import { forumPosts, forumThreads } from './db/schema/forums.ts';
import { predictionSongs, predictions } from './db/schema/predictions.ts';
import { liveSetlistSongs } from './db/schema/setlists.ts';
import { shows } from './db/schema/shows.ts';
import { songs } from './db/schema/songs.ts';

let test: TestApp;
/** Changed by the administrator: a show, a song, and a fan who predicted only that show. */
let show: string;
let song: string;
let fan: string;
/** Bystanders: another show with points that another fan predicted, and their thread. */
let otherShow: string;
let gale: string;
let thread: string;
const made = { row: '', thread: '', post: '' };

beforeAll(async () => {
  test = await openTestApp();
  const tour = planTour(test);
  const { admin, clock } = test;
  let [ember, fathom]: (string | undefined)[] = [];
  [ember = '', fathom = '', gale = ''] = await tour.songs('Ember', 'Fathom', 'Gale');
  song = ember;
  show = await tour.show({ date: new Date(clock.now - HOUR) });
  otherShow = await tour.show({ date: new Date(clock.now - 30 * HOUR) });
  const bystander = await test.signUp('Bystander');
  [fan = ''] = await tour.crowd(1);
  await tour.predicted(fan, show, [ember, fathom]);
  await tour.predicted(bystander.userId, otherShow, [fathom, gale]);
  await tour.play(otherShow, fathom, { notes: 'Slow', setLabel: 'Set 1' });
  await tour.play(otherShow, gale, { isCloser: true });
  await tour.status(otherShow, 'closed');
  const post = { title: 'Theirs', category: 'General', content: 'Which one?' };
  const mine = (await bystander.post('/api/forums/threads', post)).json().id;
  await bystander.post(`/api/forums/threads/${mine}/posts`, { content: 'More' });
  thread = mine;
  made.thread = (await admin.post('/api/forums/threads', { ...post, title: 'Ours' })).json().id;
});
afterAll(() => test.close());

async function bystanders() {
  const { db } = test.database;
  return {
    shows: await db.select().from(shows).where(ne(shows.id, show)),
    setlists: await db
      .select()
      .from(liveSetlistSongs)
      .where(ne(liveSetlistSongs.showId, show))
      .orderBy(asc(liveSetlistSongs.position)),
    songs: await db.select().from(songs).where(ne(songs.id, song)).orderBy(asc(songs.id)),
    users: await db.select().from(users).where(ne(users.id, fan)).orderBy(asc(users.id)),
    predictions: await db.select().from(predictions).where(ne(predictions.userId, fan)),
    picks: await db
      .select()
      .from(predictionSongs)
      .innerJoin(predictions, eq(predictions.id, predictionSongs.predictionId))
      .where(ne(predictions.userId, fan))
      .orderBy(asc(predictionSongs.position)),
    threads: await db.select().from(forumThreads).where(eq(forumThreads.id, thread)),
    posts: await db
      .select()
      .from(forumPosts)
      .where(eq(forumPosts.threadId, thread))
      .orderBy(asc(forumPosts.createdAt)),
    records: await db.select().from(auditLog).where(eq(auditLog.showId, otherShow)),
  };
}

const setlist = (path = '') => `/api/shows/${show}/setlist${path}`;
const change = (body: object) => test.admin.patch(`/api/shows/${show}`, body);
const status = (body: object) => test.admin.patch(`/api/shows/${show}/status`, body);
const keep = async (what: keyof typeof made, answering: Promise<Answer>) => {
  const answer = await answering;
  made[what] = answer.json().id;
  return answer;
};

/** In order: each depends on the ones before it. */
const WRITES: [string, () => Promise<Answer>][] = [
  ['renaming a show', () => change({ name: 'Barn Night, moved' })],
  ['setting a show live', () => status({ status: 'live' })],
  ['adding a song to its setlist', () => keep('row', test.admin.post(setlist(), { songId: song }))],
  ['adding a second one', () => test.admin.post(setlist(), { songId: gale })],
  ['adding a note', () => test.admin.patch(setlist(`/${made.row}`), { notes: 'Long' })],
  ['moving a row', () => test.admin.patch(setlist(`/${made.row}`), { position: 2 })],
  ['undoing the move', () => test.admin.post(setlist('/undo'))],
  ['closing a show', () => status({ status: 'closed' })],
  ['removing a row of a scored show', () => test.admin.delete(setlist(`/${made.row}`))],
  ['undoing the removal', () => test.admin.post(setlist('/undo'))],
  ['calculating scores', () => test.admin.post(`/api/shows/${show}/calculate-scores`)],
  ['reopening a show', () => status({ status: 'open' })],
  ['closing it again', () => status({ status: 'closed' })],
  ['renaming a song', () => test.admin.patch(`/api/songs/${song}`, { title: 'Embers' })],
  ['deleting a song', () => test.admin.delete(`/api/songs/${song}`)],
  ['granting a role', () => test.admin.patch(`/api/admin/users/${fan}`, { isAdmin: true })],
  ['revoking the role', () => test.admin.patch(`/api/admin/users/${fan}`, { isAdmin: false })],
  [
    'adding a reply',
    () =>
      keep(
        'post',
        test.admin.post(`/api/forums/threads/${made.thread}/posts`, { content: 'Gale' }),
      ),
  ],
  ['deleting a reply', () => test.admin.delete(`/api/forums/posts/${made.post}`)],
  [
    'pinning a thread',
    () => test.admin.patch(`/api/forums/threads/${made.thread}`, { isPinned: 1 }),
  ],
  ['deleting a thread', () => test.admin.delete(`/api/forums/threads/${made.thread}`)],
  ['deleting a show', () => test.admin.delete(`/api/shows/${show}`)],
];

it.each(WRITES)('%s leaves other shows, songs, fans and threads unchanged', async (_, write) => {
  const before = await bystanders();
  expect(before.predictions).toMatchObject([{ points: 82 }]);
  expect([before.setlists.length, before.records.length, before.posts.length]).toEqual([2, 3, 2]);
  const answer = await write();
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  expect(await bystanders()).toEqual(before);
});
