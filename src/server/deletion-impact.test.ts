import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import { type Caller, openTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../tests/support/tour.ts';
import { auditLog } from './db/schema/audit.ts';
import { forumPosts } from './db/schema/forums.ts';
import { predictionShares, predictionSongs, predictions } from './db/schema/predictions.ts';
import { liveSetlistSongs } from './db/schema/setlists.ts';
import { checkInvariants } from './invariants/check.ts';
import { MAX_RECORDED_PICKS } from './songs/delete-song.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let bystander: Caller;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Fan');
  bystander = await app.signUp('Bystander');
});
afterAll(() => app.close());

async function countAll(): Promise<DeletionImpact> {
  const { db } = app.database;
  const [scored] = await db.select({ n: sql<number>`count(points)::int` }).from(predictions);
  return {
    predictions: await db.$count(predictions),
    scores: scored?.n ?? 0,
    picks: await db.$count(predictionSongs),
    setlistSongs: await db.$count(liveSetlistSongs),
    shares: await db.$count(predictionShares),
    replies: await db.$count(forumPosts),
    posts: await db.$count(forumPosts),
  };
}

async function readImpactAndDelete(url: string, caller = app.admin) {
  const impact: DeletionImpact = (await caller.get(`${url}/deletion`)).json();
  const previousCounts = await countAll();
  expect((await caller.delete(url)).statusCode).toBe(204);
  const counts = await countAll();
  const removed = Object.keys(impact).map((kind) => {
    const name = kind as keyof typeof counts;
    return [name, (previousCounts[name] ?? 0) - (counts[name] ?? 0)];
  });
  return { impact, removed: Object.fromEntries(removed) as DeletionImpact };
}

it('counts what the deletion of a show or song removes', async () => {
  const [ember = '', gale = ''] = await tour.addSongs('Ember', 'Gale');
  const [deletedShow, otherShow] = [await tour.addShow(), await tour.addShow()];
  for (const show of [deletedShow, otherShow])
    for (const caller of [fan, bystander]) {
      const { id } = await tour.predict(caller, show, [ember, gale]);
      if (caller === fan) await fan.post(`/api/predictions/${id}/share`);
    }
  for (const show of [deletedShow, otherShow]) {
    await tour.setStatus(show, 'live');
    await tour.play(show, ember);
    await tour.play(show, ember);
    await tour.setStatus(show, 'closed');
    await fan.post(`/api/forums/threads/${show}/posts`, { content: 'Ember!' });
  }
  const showDeletion = await readImpactAndDelete(`/api/shows/${deletedShow}`);
  expect(showDeletion.impact).toEqual({
    ...{ predictions: 2, scores: 2, shares: 1, setlistSongs: 2, posts: 1 },
  });
  expect(showDeletion.removed).toEqual(showDeletion.impact);
  const songDeletion = await readImpactAndDelete(`/api/songs/${ember}`);
  expect(songDeletion.impact).toEqual({ picks: 2, setlistSongs: 2 });
  expect(songDeletion.removed).toEqual(songDeletion.impact);
});

it('counts the replies that the deletion of a thread removes', async () => {
  const start = { title: 'Openers', category: 'General', content: 'Which one?' };
  const { id } = (await fan.post('/api/forums/threads', start)).json();
  for (const caller of [fan, bystander])
    await caller.post(`/api/forums/threads/${id}/posts`, { content: 'Gale' });
  const { impact, removed } = await readImpactAndDelete(`/api/forums/threads/${id}`);
  expect([impact, removed]).toEqual([{ replies: 2 }, { replies: 3 }]);
});

it.each(['shows', 'songs', 'forums/threads'])(
  "returns 404 for %s that don't exist",
  async (kind) => {
    const response = await app.admin.get(
      `/api/${kind}/5a1c3d1e-0000-4000-8000-000000000000/deletion`,
    );
    expect([response.statusCode, response.json().message]).toEqual([
      404,
      expect.stringMatching(/not found/i),
    ]);
  },
);

it('records only the number of picks when a song had thousands, and keeps the invariants', async () => {
  const [popular = '', unpopular = ''] = await tour.addSongs('Popular', 'Other');
  const show = await tour.addShow();
  const { db } = app.database;
  await db.execute(sql`
    with fans as (
      insert into users (email, email_key, username, username_key, password, created_at)
      select n || '@many.example', n || '@many.example', 'many ' || n, 'many ' || n,
        (select password from users limit 1), now()
      from generate_series(1, ${MAX_RECORDED_PICKS + 1}) n returning id
    ), new_predictions as (
      insert into predictions (user_id, show_id) select id, ${show} from fans returning id
    )
    insert into prediction_songs (prediction_id, song_id, position)
    select id, song, position
    from new_predictions cross join (values (${popular}::uuid, 1), (${unpopular}::uuid, 2)) picks (song, position)`);
  expect((await app.admin.delete(`/api/songs/${popular}`)).statusCode).toBe(204);
  const [record] = await db.select().from(auditLog).where(eq(auditLog.subjectId, popular));
  expect(record?.before).toMatchObject({
    song: { title: 'Popular' },
    picks: MAX_RECORDED_PICKS + 1,
  });
  const countGaps = async () =>
    (await checkInvariants(db)).find(({ name }) =>
      name.startsWith('each prediction has 1 to 24 songs'),
    )?.rows.length;
  expect(await countGaps()).toBe(0);
  // One more gap than recorded violates the invariant.
  const predictionId = await tour.addPrediction(fan.userId, show, [unpopular]);
  await db
    .update(predictionSongs)
    .set({ position: 2 })
    .where(eq(predictionSongs.predictionId, predictionId));
  expect(await countGaps()).toBe(1);
});
