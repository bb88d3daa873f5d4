import { asc, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, openTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { HOUR, planTour } from '../../tests/support/tour.ts';
import { users } from './db/schema/accounts.ts';
import { auditLog } from './db/schema/audit.ts';
import { forumPosts, forumThreads } from './db/schema/forums.ts';
import { predictionSongs, predictions } from './db/schema/predictions.ts';
import { liveSetlistSongs } from './db/schema/setlists.ts';
import { shows } from './db/schema/shows.ts';
import { songs } from './db/schema/songs.ts';

let test: TestApp;
/** What the administrator changes: one show and one song, and a fan who predicted only that show. */
let show: string;
let song: string;
let fan: string;
/** The bystanders: another show, with points, that another fan predicted; their thread. */
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

/** Every row that is not of the show, the song and the fan. */
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

/** In this order; each stands on the ones before it. */
const WRITES: [string, () => Promise<Answer>][] = [
  ['a name of a show', () => change({ name: 'Barn Night, moved' })],
  ['a show that goes live', () => status({ status: 'live' })],
  ['a song of its setlist', () => keep('row', test.admin.post(setlist(), { songId: song }))],
  ['a second one', () => test.admin.post(setlist(), { songId: gale })],
  ['a note', () => test.admin.patch(setlist(`/${made.row}`), { notes: 'Long' })],
  ['a move', () => test.admin.patch(setlist(`/${made.row}`), { position: 2 })],
  ['an undo', () => test.admin.post(setlist('/undo'))],
  ['a show that is closed', () => status({ status: 'closed' })],
  ['a removal in a scored show', () => test.admin.delete(setlist(`/${made.row}`))],
  ['its undo', () => test.admin.post(setlist('/undo'))],
  ['a calculation', () => test.admin.post(`/api/shows/${show}/calculate-scores`)],
  ['a show that is opened again', () => status({ status: 'open' })],
  ['and closed again', () => status({ status: 'closed' })],
  ['a title of a song', () => test.admin.patch(`/api/songs/${song}`, { title: 'Embers' })],
  ['a deleted song', () => test.admin.delete(`/api/songs/${song}`)],
  ['a role', () => test.admin.patch(`/api/admin/users/${fan}`, { isAdmin: true })],
  ['a role taken back', () => test.admin.patch(`/api/admin/users/${fan}`, { isAdmin: false })],
  [
    'a reply',
    () =>
      keep(
        'post',
        test.admin.post(`/api/forums/threads/${made.thread}/posts`, { content: 'Gale' }),
      ),
  ],
  ['a deleted reply', () => test.admin.delete(`/api/forums/posts/${made.post}`)],
  ['a pin', () => test.admin.patch(`/api/forums/threads/${made.thread}`, { isPinned: 1 })],
  ['a deleted thread', () => test.admin.delete(`/api/forums/threads/${made.thread}`)],
  ['a deleted show', () => test.admin.delete(`/api/shows/${show}`)],
];

it.each(WRITES)('%s leaves every other show, song, fan and thread as it was', async (_, write) => {
  const before = await bystanders();
  expect(before.predictions).toMatchObject([{ points: 82 }]);
  expect([before.setlists.length, before.records.length, before.posts.length]).toEqual([2, 3, 2]);
  const answer = await write();
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  expect(await bystanders()).toEqual(before);
});
