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

let test: TestApp;
let tour: Tour;
let fan: Caller;
let bystander: Caller;

beforeAll(async () => {
  test = await openTestApp();
  tour = planTour(test);
  fan = await test.signUp('Fan');
  bystander = await test.signUp('Bystander');
});
afterAll(() => test.close());

async function countAll(): Promise<DeletionImpact> {
  const { db } = test.database;
  const [scored] = await db.select({ n: sql<number>`count(points)::int` }).from(predictions);
  return {
    predictions: await db.$count(predictions),
    scores: scored?.n ?? 0,
    picks: await db.$count(predictionSongs),
    setlistSongs: await db.$count(liveSetlistSongs),
    shares: await db.$count(predictionShares),
    replies: await db.$count(forumPosts),
  };
}

/** Reads the impact, deletes, and returns the impact next to the number of rows removed of the same kinds. */
async function readImpactAndDelete(url: string, by = test.admin) {
  const impact: DeletionImpact = (await by.get(`${url}/deletion`)).json();
  const before = await countAll();
  expect((await by.delete(url)).statusCode).toBe(204);
  const after = await countAll();
  const removed = Object.keys(impact).map((kind) => {
    const name = kind as keyof typeof before;
    return [name, (before[name] ?? 0) - (after[name] ?? 0)];
  });
  return { impact, removed: Object.fromEntries(removed) as DeletionImpact };
}

it('states what a deleted show or song removes', async () => {
  const [ember = '', gale = ''] = await tour.songs('Ember', 'Gale');
  const [doomed, other] = [await tour.show(), await tour.show()];
  for (const show of [doomed, other])
    for (const by of [fan, bystander]) {
      const { id } = await tour.predict(by, show, [ember, gale]);
      if (by === fan) await fan.post(`/api/predictions/${id}/share`);
    }
  for (const show of [doomed, other]) {
    await tour.status(show, 'live');
    await tour.play(show, ember);
    await tour.play(show, ember);
    await tour.status(show, 'closed');
  }
  const showDeletion = await readImpactAndDelete(`/api/shows/${doomed}`);
  expect(showDeletion.impact).toEqual({ predictions: 2, scores: 2, shares: 1, setlistSongs: 2 });
  expect(showDeletion.removed).toEqual(showDeletion.impact);
  const songDeletion = await readImpactAndDelete(`/api/songs/${ember}`);
  expect(songDeletion.impact).toEqual({ picks: 2, setlistSongs: 2 });
  expect(songDeletion.removed).toEqual(songDeletion.impact);
});

it('states the replies that a deleted thread removes', async () => {
  const start = { title: 'Openers', category: 'General', content: 'Which one?' };
  const { id } = (await fan.post('/api/forums/threads', start)).json();
  for (const by of [fan, bystander])
    await by.post(`/api/forums/threads/${id}/posts`, { content: 'Gale' });
  const { impact, removed } = await readImpactAndDelete(`/api/forums/threads/${id}`);
  // The opening post is not counted as a reply.
  expect([impact, removed]).toEqual([{ replies: 2 }, { replies: 3 }]);
});

it.each(['shows', 'songs', 'forums/threads'])(
  "returns 404 for %s that don't exist",
  async (kind) => {
    const answer = await test.admin.get(
      `/api/${kind}/5a1c3d1e-0000-4000-8000-000000000000/deletion`,
    );
    expect([answer.statusCode, answer.json().message]).toEqual([
      404,
      expect.stringMatching(/not found/i),
    ]);
  },
);

it('records only the number of picks when a song had thousands, and keeps the invariants', async () => {
  const [popular = '', kept = ''] = await tour.songs('Popular', 'Kept');
  const show = await tour.show();
  const { db } = test.database;
  await db.execute(sql`
    with fans as (
      insert into users (email, email_key, username, username_key, password, created_at)
      select n || '@many.example', n || '@many.example', 'many ' || n, 'many ' || n,
        (select password from users limit 1), now()
      from generate_series(1, ${MAX_RECORDED_PICKS + 1}) n returning id
    ), made as (
      insert into predictions (user_id, show_id) select id, ${show} from fans returning id
    )
    insert into prediction_songs (prediction_id, song_id, position)
    select id, song, position
    from made cross join (values (${popular}::uuid, 1), (${kept}::uuid, 2)) picks (song, position)`);
  expect((await test.admin.delete(`/api/songs/${popular}`)).statusCode).toBe(204);
  const [record] = await db.select().from(auditLog).where(eq(auditLog.subjectId, popular));
  expect(record?.before).toMatchObject({
    song: { title: 'Popular' },
    picks: MAX_RECORDED_PICKS + 1,
  });
  const gaps = async () =>
    (await checkInvariants(db)).find(({ name }) => name.startsWith('1 to 24 songs'))?.rows.length;
  expect(await gaps()).toBe(0);
  // One gap more than recorded violates the invariant.
  const other = await tour.predicted(fan.userId, show, [kept]);
  await db
    .update(predictionSongs)
    .set({ position: 2 })
    .where(eq(predictionSongs.predictionId, other));
  expect(await gaps()).toBe(1);
});
