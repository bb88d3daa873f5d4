import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { indexSetlist, totalPoints } from '#contract/scoring.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { type Bus, createLocalBus } from '../changes/bus.ts';
import { createChangeVersions } from '../changes/change-versions.ts';
import type { Db } from '../db/open.ts';
import { findUserIndex } from '../db/read-by-user.ts';
import { users } from '../db/schema/accounts.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { songs } from '../db/schema/songs.ts';
import { createPicksCache, type PicksCache } from './picks-cache.ts';
import { calculatePoints, readShowPicks } from './show-picks.ts';

let app: TestApp;
let db: Db;
let tour: Tour;
let fans: string[];
let titles: string[];
let bus: Bus;
let cache: PicksCache;

beforeAll(async () => {
  app = await openTestApp();
  db = app.database.db;
  tour = planTour(app);
  fans = await tour.addFans(3);
  titles = await tour.addSongs('Ash', 'Birch', 'Cedar');
});
afterAll(() => app.close());
beforeEach(() => {
  bus = createLocalBus();
  cache = createPicksCache({ bus, changeVersions: createChangeVersions(bus) });
});

const song = (n: number) => titles[n] ?? '';
const fan = (n: number) => fans[n] ?? '';

async function addPredictedShow(): Promise<string> {
  const showId = await tour.addShow({ status: 'live' });
  await tour.addPrediction(fan(0), showId, [song(0), song(1)]);
  await tour.addPrediction(fan(1), showId, [song(1)]);
  return showId;
}

async function readsDatabase(showId: string): Promise<boolean> {
  const reads = vi.spyOn(db, 'transaction');
  await cache.readLive(db, showId);
  const { length } = reads.mock.calls;
  reads.mockRestore();
  return length > 0;
}

async function calculateLockedPoints(
  showId: string,
  prepare: (tx: Parameters<typeof cache.readLocked>[0]) => Promise<unknown>,
) {
  return db.transaction(async (tx) => {
    await prepare(tx);
    const picks = await cache.readLocked(tx, showId);
    const points = await calculatePoints(picks, [
      { songId: song(1), position: 1, isCloser: false },
    ]);
    return fans.map((userId) => points[findUserIndex(picks, userId) ?? -1]);
  });
}

describe('picks of a live show', () => {
  test('are read once per show', async () => {
    const [showId, bystander] = [await addPredictedShow(), await addPredictedShow()];
    expect(await readsDatabase(showId)).toBe(true);
    expect(await readsDatabase(showId)).toBe(false);
    expect(await readsDatabase(bystander)).toBe(true);
    expect(await readsDatabase(showId)).toBe(false);
  });

  test('are read once for simultaneous requests', async () => {
    const showId = await addPredictedShow();
    const reads = vi.spyOn(db, 'transaction');
    await Promise.all(Array.from({ length: 20 }, () => cache.readLive(db, showId)));
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  test('are checked after a possible change and read again only if they changed', async () => {
    const showId = await addPredictedShow();
    await cache.readLive(db, showId);
    await bus.publish([{ topic: 'song', subjectId: song(2), version: 1 }]);
    expect(await readsDatabase(showId)).toBe(false);
    await tour.addPrediction(fan(2), showId, [song(2)]);
    await bus.publish([{ topic: 'entrants', subjectId: showId, version: 1 }]);
    expect(await readsDatabase(showId)).toBe(true);
    expect((await cache.readLive(db, showId)).count).toBe(3);
  });

  test('are reloaded after a picked song is deleted', async () => {
    const [doomedSong = ''] = await tour.addSongs('Soon gone');
    const showId = await addPredictedShow();
    await tour.addPrediction(fan(2), showId, [doomedSong, song(0)]);
    await cache.readLive(db, showId);
    await db.delete(songs).where(eq(songs.id, doomedSong));
    await bus.publish([{ topic: 'song', subjectId: doomedSong, version: 1 }]);
    expect(await readsDatabase(showId)).toBe(true);
  });

  test('are dropped after a change to their show, not to another', async () => {
    const [showId, bystander] = [await addPredictedShow(), await addPredictedShow()];
    await cache.readLive(db, showId);
    await cache.readLive(db, bystander);
    await bus.publish([{ topic: 'show', subjectId: showId, version: 1 }]);
    expect([await readsDatabase(bystander), await readsDatabase(showId)]).toEqual([false, true]);
  });

  test('are not cached when reading them fails', async () => {
    const showId = await addPredictedShow();
    vi.spyOn(db, 'transaction').mockRejectedValueOnce(new Error('The connection was lost'));
    await expect(cache.readLive(db, showId)).rejects.toThrow('The connection was lost');
    vi.restoreAllMocks();
    expect((await cache.readLive(db, showId)).count).toBe(2);
  });
});

describe('picks of a locked show', () => {
  const doNothing = async () => undefined;

  test('are served from memory while they are valid', async () => {
    const showId = await addPredictedShow();
    await cache.readLive(db, showId);
    // Publishes no event: a new read would make the first fan's pick the opener.
    await db.delete(predictionSongs).where(sql`song_id = ${song(0)}`);
    expect(await calculateLockedPoints(showId, doNothing)).toEqual([10, 41, undefined]);
  });

  test.each<
    [string, (tx: Parameters<PicksCache['readLocked']>[0], showId: string) => Promise<unknown>]
  >([
    [
      'added',
      async (tx, showId) => {
        const [added] = await tx
          .insert(predictions)
          .values({ userId: fan(2), showId })
          .returning({ id: predictions.id });
        await tx
          .insert(predictionSongs)
          .values({ predictionId: added?.id ?? '', songId: song(1), position: 1 });
      },
    ],
    [
      'removed',
      (tx, showId) =>
        tx.delete(predictions).where(sql`show_id = ${showId} and user_id = ${fan(0)}`),
    ],
    [
      'submitted again',
      (tx, showId) =>
        tx
          .update(predictions)
          .set({ submittedAt: new Date(1) })
          .where(sql`show_id = ${showId} and user_id = ${fan(0)}`),
    ],
  ])('are reloaded after a prediction was %s', async (_name, change) => {
    const showId = await addPredictedShow();
    await cache.readLive(db, showId);
    const readPicks = vi.fn();
    await calculateLockedPoints(showId, async (tx) => {
      await change(tx, showId);
      vi.spyOn(tx, 'select').mockImplementation(((...args: never[]) => {
        readPicks();
        return Reflect.apply(Object.getPrototypeOf(tx).select, tx, args);
      }) as never);
    });
    expect(readPicks.mock.calls.length).toBeGreaterThan(1);
  });

  test('are read but not cached when the same transaction deletes a picked song', async () => {
    const [doomedSong = ''] = await tour.addSongs('Gone and back');
    const showId = await addPredictedShow();
    await tour.addPrediction(fan(2), showId, [doomedSong, song(1)]);
    await cache.readLive(db, showId);
    const rollback = new Error('rollback');
    const deleting = db.transaction(async (tx) => {
      await tx.delete(songs).where(eq(songs.id, doomedSong));
      const picks = await cache.readLocked(tx, showId);
      const points = await calculatePoints(picks, [
        { songId: song(1), position: 1, isCloser: false },
      ]);
      expect(points[findUserIndex(picks, fan(2)) ?? -1]).toBe(41);
      throw rollback;
    });
    await expect(deleting).rejects.toBe(rollback);
    expect(await calculateLockedPoints(showId, doNothing)).toEqual([10, 41, 10]);
  });
});

test('scores picks that span several batches like the rules', async () => {
  const showId = await tour.addShow({ status: 'live' });
  const count = 9_000;
  await db.execute(sql`
    insert into users (email, email_key, username, username_key, password)
    select name, name, name, name, 'none'
    from (select 'many' || n as name from generate_series(1, ${count}::int) n) named`);
  await db.execute(sql`
    insert into predictions (user_id, show_id)
    select id, ${showId} from users where username like 'many%'`);
  await db.execute(sql`
    insert into prediction_songs (prediction_id, song_id, position)
    select predictions.id, song.id, song.place
    from predictions cross join lateral (
      select id, row_number() over (order by md5(predictions.id::text || title)) as place from songs
    ) song
    where show_id = ${showId} and place <= 1 + abs(hashtext(predictions.id::text)) % 4`);
  const setlist = [1, 0, 2].map((n, index) => ({
    songId: song(n),
    position: index + 1,
    isCloser: n === 2,
  }));
  const picks = await readShowPicks(db, showId);
  const points = await calculatePoints(picks, setlist);
  const storedPoints = await db
    .select({
      userId: predictions.userId,
      storedPicks: sql<{ songId: string; position: number }[]>`(
        select json_agg(json_build_object('songId', song_id, 'position', position))
        from ${predictionSongs} where prediction_id = predictions.id
      )`,
    })
    .from(predictions)
    .innerJoin(users, eq(users.id, predictions.userId))
    .where(eq(predictions.showId, showId));
  expect(storedPoints).toHaveLength(count);
  const index = indexSetlist(setlist);
  const mismatches = storedPoints.filter(
    ({ userId, storedPicks }) =>
      points[findUserIndex(picks, userId) ?? -1] !== totalPoints(storedPicks, index),
  );
  expect(mismatches).toEqual([]);
  expect(new Set(points).size).toBeGreaterThan(5);
});
