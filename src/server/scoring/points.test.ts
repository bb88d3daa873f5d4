import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';

let app: TestApp;
let tour: Tour;
let songs: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  songs = await tour.addSongs(...Array.from({ length: 30 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => app.close());

const song = (n: number) => songs[n - 1] ?? '';
const pickInOrder = (...numbers: number[]) => numbers.map(song);

async function addLiveShow(): Promise<string> {
  const showId = await tour.addShow();
  await tour.setStatus(showId, 'live');
  for (const n of [1, 2, 3, 4, 5]) await tour.play(showId, song(n), { isCloser: n === 5 });
  return showId;
}

describe('stored points', () => {
  test('equal a recount for 300 varied predictions', async () => {
    const random = createRandom(7);
    const showId = await tour.addShow({ status: 'closed' });
    const rows = Array.from({ length: 23 }, (_, n) => ({
      showId,
      songId: song(1 + Math.floor(random() * 18)),
      position: n + 1 + (n > 6 ? 1 : 0),
      isCloser: n === 15 || n === 22,
    }));
    await app.database.db.insert(liveSetlistSongs).values(rows.toSorted(() => random() - 0.5));
    const crowd = await tour.addFans(300, 'Recount');
    for (const userId of crowd) {
      const list = songs.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 24));
      await tour.addPrediction(userId, showId, list);
    }
    const [deletedSong = ''] = songs.slice(-1);
    await app.database.db.delete(predictionSongs).where(eq(predictionSongs.songId, deletedSong));
    await tour.calculate(showId);
    const storedRows = await app.database.db
      .select()
      .from(predictions)
      .where(eq(predictions.showId, showId));
    const picks = await app.database.db.select().from(predictionSongs);
    expect(storedRows).toHaveLength(300);
    const recounted = storedRows.map(({ id }) => {
      const predictionPicks = picks.filter(({ predictionId }) => predictionId === id);
      return recount(predictionPicks, rows);
    });
    expect(storedRows.map(({ points }) => points)).toEqual(recounted);
    expect(new Set(recounted).size).toBeGreaterThan(20);
  });

  test('are 0 for a prediction whose songs were all deleted', async () => {
    const [fan = ''] = await tour.addFans(1, 'Empty');
    const showId = await addLiveShow();
    const id = await tour.addPrediction(fan, showId, pickInOrder(1, 2));
    await app.database.db.delete(predictionSongs).where(eq(predictionSongs.predictionId, id));
    await tour.calculate(showId);
    expect(await tour.loadPoints(showId)).toEqual([0]);
  });
});

describe('points change', () => {
  test('when a show with a setlist closes', async () => {
    const [fan = ''] = await tour.addFans(1, 'Closing');
    const showId = await addLiveShow();
    await tour.addPrediction(fan, showId, pickInOrder(1, 3));
    await tour.setStatus(showId, 'closed');
    expect(await tour.loadPoints(showId)).toEqual([51]);
    expect(await tour.loadTotals(fan)).toEqual({ points: 51, games: 1, average: '51.00' });
  });

  test('with every setlist change after a show is scored, and not before', async () => {
    const [fan = ''] = await tour.addFans(1, 'Follow');
    const showId = await addLiveShow();
    await tour.addPrediction(fan, showId, pickInOrder(1, 2, 20));
    const expectPoints = async (points: number | null) => {
      expect(await tour.loadPoints(showId)).toEqual([points]);
      expect((await tour.loadTotals(fan))?.points).toBe(points ?? 0);
    };
    await expectPoints(null);
    await tour.calculate(showId);
    await expectPoints(41 + 27);
    const added = await tour.play(showId, song(20));
    await expectPoints(41 + 27 + 10);
    const row = `/api/shows/${showId}/setlist/${added.id}`;
    await app.admin.patch(row, { isCloser: true });
    await expectPoints(41 + 27 + 41);
    await app.admin.patch(row, { position: 1 });
    await expectPoints(10 + 10 + 41);
    await app.admin.delete(row);
    await expectPoints(41 + 27);
    await tour.setStatus(showId, 'closed');
    await tour.play(showId, song(20), { position: 3, insert: true });
    await expectPoints(41 + 27 + 27);
  });

  test('when a song is deleted, so the next pick counts as the first and the next row as the opener', async () => {
    const [deletedSong = ''] = await tour.addSongs('Soon gone');
    const [first = '', second = ''] = await tour.addFans(2, 'Deletion');
    const showId = await tour.addShow();
    await tour.setStatus(showId, 'live');
    for (const songId of [deletedSong, song(2), song(3)]) await tour.play(showId, songId);
    await tour.addPrediction(first, showId, [deletedSong, song(2), song(3)]);
    await tour.addPrediction(second, showId, [deletedSong]);
    await tour.setStatus(showId, 'closed');
    expect((await tour.loadTotals(first))?.points).toBe(41 + 27 + 27);
    expect((await tour.loadTotals(second))?.points).toBe(41);
    expect((await app.admin.delete(`/api/songs/${deletedSong}`)).statusCode).toBe(204);
    expect((await tour.loadTotals(first))?.points).toBe(41 + 27);
    expect(await tour.loadTotals(second)).toEqual({ points: 0, games: 1, average: '0.00' });
  });

  test('when a show is reopened, which removes its points from predictions and totals', async () => {
    const [fan = ''] = await tour.addFans(1, 'Reopen');
    const [first, second] = [await addLiveShow(), await addLiveShow()];
    await tour.addPrediction(fan, first, pickInOrder(1));
    await tour.addPrediction(fan, second, pickInOrder(9, 2));
    await tour.setStatus(first, 'closed');
    await tour.setStatus(second, 'closed');
    expect(await tour.loadTotals(fan)).toEqual({ points: 68, games: 2, average: '34.00' });
    await tour.setStatus(first, 'open', 'freeze');
    expect(await tour.loadPoints(first)).toEqual([null]);
    expect(await tour.loadScoredAt(first)).toBeNull();
    expect(await tour.loadTotals(fan)).toEqual({ points: 27, games: 1, average: '27.00' });
    await tour.setStatus(first, 'closed');
    expect(await tour.loadTotals(fan)).toEqual({ points: 68, games: 2, average: '34.00' });
    expect((await app.admin.delete(`/api/shows/${second}`)).statusCode).toBe(204);
    expect(await tour.loadTotals(fan)).toEqual({ points: 41, games: 1, average: '41.00' });
  });

  test('with averages of thirds rounded to two places', async () => {
    const [fan = ''] = await tour.addFans(1, 'Thirds');
    for (const list of [pickInOrder(1), pickInOrder(9), pickInOrder(9)]) {
      const showId = await addLiveShow();
      await tour.addPrediction(fan, showId, list);
      await tour.setStatus(showId, 'closed');
    }
    expect(await tour.loadTotals(fan)).toEqual({ points: 41, games: 3, average: '13.67' });
  });
});

function recount(
  picks: readonly { songId: string; position: number }[],
  rows: readonly { songId: string; position: number; isCloser: boolean }[],
): number {
  const list = picks.toSorted((a, b) => a.position - b.position);
  const [openingRow] = rows.toSorted((a, b) => a.position - b.position);
  let sum = 0;
  for (const [index, pick] of list.entries()) {
    const played = rows.filter((row) => row.songId === pick.songId);
    if (index === 0 && pick.songId === openingRow?.songId) sum += 41;
    else if (index === list.length - 1 && played.some((row) => row.isCloser)) sum += 41;
    else if (played.some((row) => row.position === pick.position)) sum += 27;
    else if (played.length > 0) sum += 10;
  }
  return sum;
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
