import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';

let t: TestApp;
let tour: Tour;
let songs: string[];

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  songs = await tour.songs(...Array.from({ length: 30 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => t.close());

const song = (n: number) => songs[n - 1] ?? '';
const inOrder = (...numbers: number[]) => numbers.map(song);

async function liveShow(): Promise<string> {
  const showId = await tour.show();
  await tour.status(showId, 'live');
  for (const n of [1, 2, 3, 4, 5]) await tour.play(showId, song(n), { isCloser: n === 5 });
  return showId;
}

describe('stored points', () => {
  it('equal a recount for 300 predictions of many kinds', async () => {
    const random = seeded(7);
    const showId = await tour.show({ status: 'closed' });
    const rows = Array.from({ length: 23 }, (_, n) => ({
      showId,
      songId: song(1 + Math.floor(random() * 18)),
      position: n + 1 + (n > 6 ? 1 : 0),
      isCloser: n === 15 || n === 22,
    }));
    await t.database.db.insert(liveSetlistSongs).values(rows.toSorted(() => random() - 0.5));
    const crowd = await tour.crowd(300, 'Recount');
    for (const userId of crowd) {
      const list = songs.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 24));
      await tour.predicted(userId, showId, list);
    }
    const [gone = ''] = songs.slice(-1);
    await t.database.db.delete(predictionSongs).where(eq(predictionSongs.songId, gone));
    await tour.calculate(showId);
    const stored = await t.database.db
      .select()
      .from(predictions)
      .where(eq(predictions.showId, showId));
    const picks = await t.database.db.select().from(predictionSongs);
    expect(stored).toHaveLength(300);
    const counted = stored.map(({ id }) => {
      const its = picks.filter(({ predictionId }) => predictionId === id);
      return recount(its, rows);
    });
    expect(stored.map(({ points }) => points)).toEqual(counted);
    expect(new Set(counted).size).toBeGreaterThan(20);
  });

  it('are 0 for a prediction whose songs were all deleted', async () => {
    const [one = ''] = await tour.crowd(1, 'Empty');
    const showId = await liveShow();
    const id = await tour.predicted(one, showId, inOrder(1, 2));
    await t.database.db.delete(predictionSongs).where(eq(predictionSongs.predictionId, id));
    await tour.calculate(showId);
    expect(await tour.pointsOf(showId)).toEqual([0]);
  });
});

describe('points change', () => {
  it('when a show with a setlist closes', async () => {
    const [one = ''] = await tour.crowd(1, 'Closing');
    const showId = await liveShow();
    await tour.predicted(one, showId, inOrder(1, 3));
    await tour.status(showId, 'closed');
    expect(await tour.pointsOf(showId)).toEqual([51]);
    expect(await tour.totalsOf(one)).toEqual({ points: 51, games: 1, average: '51.00' });
  });

  it('with every setlist change once a show has points, and not before', async () => {
    const [one = ''] = await tour.crowd(1, 'Follow');
    const showId = await liveShow();
    await tour.predicted(one, showId, inOrder(1, 2, 20));
    const expectPoints = async (points: number | null) => {
      expect(await tour.pointsOf(showId)).toEqual([points]);
      expect((await tour.totalsOf(one))?.points).toBe(points ?? 0);
    };
    await expectPoints(null);
    await tour.calculate(showId);
    await expectPoints(41 + 27);
    const added = await tour.play(showId, song(20));
    await expectPoints(41 + 27 + 10);
    const row = `/api/shows/${showId}/setlist/${added.id}`;
    await t.admin.patch(row, { isCloser: true });
    await expectPoints(41 + 27 + 41);
    await t.admin.patch(row, { position: 1 });
    await expectPoints(10 + 10 + 41);
    await t.admin.delete(row);
    await expectPoints(41 + 27);
    await tour.status(showId, 'closed');
    await tour.play(showId, song(20), { position: 3, insert: true });
    await expectPoints(41 + 27 + 27);
  });

  it('when a song is deleted: the next pick counts as the first, the next row as the opener', async () => {
    const [gone = ''] = await tour.songs('Soon gone');
    const [one = '', two = ''] = await tour.crowd(2, 'Deletion');
    const showId = await tour.show();
    await tour.status(showId, 'live');
    for (const songId of [gone, song(2), song(3)]) await tour.play(showId, songId);
    await tour.predicted(one, showId, [gone, song(2), song(3)]);
    await tour.predicted(two, showId, [gone]);
    await tour.status(showId, 'closed');
    expect((await tour.totalsOf(one))?.points).toBe(41 + 27 + 27);
    expect((await tour.totalsOf(two))?.points).toBe(41);
    expect((await t.admin.delete(`/api/songs/${gone}`)).statusCode).toBe(204);
    expect((await tour.totalsOf(one))?.points).toBe(41 + 27);
    expect(await tour.totalsOf(two)).toEqual({ points: 0, games: 1, average: '0.00' });
  });

  it('when a show is reopened: its points disappear, also from totals', async () => {
    const [one = ''] = await tour.crowd(1, 'Reopen');
    const [first, second] = [await liveShow(), await liveShow()];
    await tour.predicted(one, first, inOrder(1));
    await tour.predicted(one, second, inOrder(9, 2));
    await tour.status(first, 'closed');
    await tour.status(second, 'closed');
    expect(await tour.totalsOf(one)).toEqual({ points: 68, games: 2, average: '34.00' });
    await tour.status(first, 'open');
    expect(await tour.pointsOf(first)).toEqual([null]);
    expect(await tour.scoredAtOf(first)).toBeNull();
    expect(await tour.totalsOf(one)).toEqual({ points: 27, games: 1, average: '27.00' });
    await tour.status(first, 'closed');
    expect(await tour.totalsOf(one)).toEqual({ points: 68, games: 2, average: '34.00' });
    expect((await t.admin.delete(`/api/shows/${second}`)).statusCode).toBe(204);
    expect(await tour.totalsOf(one)).toEqual({ points: 41, games: 1, average: '41.00' });
  });

  it('averages of thirds are rounded to two places', async () => {
    const [one = ''] = await tour.crowd(1, 'Thirds');
    for (const list of [inOrder(1), inOrder(9), inOrder(9)]) {
      const showId = await liveShow();
      await tour.predicted(one, showId, list);
      await tour.status(showId, 'closed');
    }
    expect(await tour.totalsOf(one)).toEqual({ points: 41, games: 3, average: '13.67' });
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

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
