import { asc, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { openTestApp, type TestApp, type TestResponse } from '../../tests/support/test-app.ts';
import { planTour } from '../../tests/support/tour.ts';
import { users } from './db/schema/accounts.ts';
import { auditLog } from './db/schema/audit.ts';
import { forumPosts, forumThreads } from './db/schema/forums.ts';
import { predictionSongs, predictions } from './db/schema/predictions.ts';
import { liveSetlistSongs } from './db/schema/setlists.ts';
import { shows } from './db/schema/shows.ts';
import { songs } from './db/schema/songs.ts';

let app: TestApp;
let show: string;
let song: string;
let fan: string;
let otherShow: string;
let gale: string;
let thread: string;
const ids = { row: '', thread: '', post: '' };

beforeAll(async () => {
  app = await openTestApp();
  const tour = planTour(app);
  const { admin, clock } = app;
  let [ember, fathom]: (string | undefined)[] = [];
  [ember = '', fathom = '', gale = ''] = await tour.addSongs('Ember', 'Fathom', 'Gale');
  song = ember;
  show = await tour.addShow({ date: new Date(clock.now - HOUR) });
  otherShow = await tour.addShow({ date: new Date(clock.now - 30 * HOUR) });
  const bystander = await app.signUp('Bystander');
  [fan = ''] = await tour.addFans(1);
  await tour.addPrediction(fan, show, [ember, fathom]);
  await tour.addPrediction(bystander.userId, otherShow, [fathom, gale]);
  await tour.play(otherShow, fathom, { notes: 'Slow', setLabel: 'Set 1' });
  await tour.play(otherShow, gale, { isCloser: true });
  await tour.setStatus(otherShow, 'closed');
  const post = { title: 'Theirs', category: 'General', content: 'Which one?' };
  const threadId = (await bystander.post('/api/forums/threads', post)).json().id;
  await bystander.post(`/api/forums/threads/${threadId}/posts`, { content: 'More' });
  thread = threadId;
  ids.thread = (await admin.post('/api/forums/threads', { ...post, title: 'Ours' })).json().id;
});
afterAll(() => app.close());

async function readOtherRows() {
  const { db } = app.database;
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

const buildSetlistUrl = (path = '') => `/api/shows/${show}/setlist${path}`;
const change = (body: object) => app.admin.patch(`/api/shows/${show}`, body);
const setStatus = (body: object) => app.admin.patch(`/api/shows/${show}/status`, body);
const storeId = async (name: keyof typeof ids, pendingResponse: Promise<TestResponse>) => {
  const response = await pendingResponse;
  ids[name] = response.json().id;
  return response;
};

/** Each write depends on the previous ones. */
const WRITES: [string, () => Promise<TestResponse>][] = [
  ['renaming a show', () => change({ name: 'Barn Night, moved' })],
  ['setting a show live', () => setStatus({ status: 'live' })],
  [
    'adding a song to its setlist',
    () => storeId('row', app.admin.post(buildSetlistUrl(), { songId: song })),
  ],
  ['adding a second one', () => app.admin.post(buildSetlistUrl(), { songId: gale })],
  ['adding a note', () => app.admin.patch(buildSetlistUrl(`/${ids.row}`), { notes: 'Long' })],
  ['moving a row', () => app.admin.patch(buildSetlistUrl(`/${ids.row}`), { position: 2 })],
  ['undoing the move', () => app.admin.post(buildSetlistUrl('/undo'))],
  ['closing a show', () => setStatus({ status: 'closed' })],
  ['removing a row of a scored show', () => app.admin.delete(buildSetlistUrl(`/${ids.row}`))],
  ['undoing the removal', () => app.admin.post(buildSetlistUrl('/undo'))],
  ['calculating scores', () => app.admin.post(`/api/shows/${show}/calculate-scores`)],
  ['reopening a show', () => setStatus({ status: 'open', predictions: 'void' })],
  ['closing it again', () => setStatus({ status: 'closed' })],
  ['renaming a song', () => app.admin.patch(`/api/songs/${song}`, { title: 'Embers' })],
  ['deleting a song', () => app.admin.delete(`/api/songs/${song}`)],
  ['granting a role', () => app.admin.patch(`/api/admin/users/${fan}`, { isAdmin: true })],
  ['revoking the role', () => app.admin.patch(`/api/admin/users/${fan}`, { isAdmin: false })],
  [
    'adding a reply',
    () =>
      storeId(
        'post',
        app.admin.post(`/api/forums/threads/${ids.thread}/posts`, { content: 'Gale' }),
      ),
  ],
  ['deleting a reply', () => app.admin.delete(`/api/forums/posts/${ids.post}`)],
  ['pinning a thread', () => app.admin.patch(`/api/forums/threads/${ids.thread}`, { isPinned: 1 })],
  ['deleting a thread', () => app.admin.delete(`/api/forums/threads/${ids.thread}`)],
  ['deleting a show', () => app.admin.delete(`/api/shows/${show}`)],
];

it.each(WRITES)('%s leaves other shows, songs, fans and threads unchanged', async (_, write) => {
  const rows = await readOtherRows();
  expect(rows.predictions).toMatchObject([{ points: 82 }]);
  expect([rows.setlists.length, rows.records.length, rows.posts.length]).toEqual([2, 3, 2]);
  const response = await write();
  expect(response.statusCode, response.body).toBeLessThan(300);
  expect(await readOtherRows()).toEqual(rows);
});
