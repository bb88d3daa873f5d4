import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { runChange } from '../changes/run-change.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { deleteShow } from './change-show.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('is announced with a new version and leaves every other show unchanged', async () => {
  const { db } = test.database;
  const tour = planTour(test);
  const [song = ''] = await tour.songs('Ember');
  const fan = await test.signUp('Front Row');
  const made: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    const showId = await tour.show();
    await tour.predicted(fan.userId, showId, [song]);
    await tour.status(showId, 'live');
    await tour.play(showId, song);
    await tour.status(showId, 'closed');
    made.push(showId);
  }
  const [gone = '', bystander = ''] = made;
  const rowsOf = async (showId: string) => ({
    show: await db.select().from(shows).where(eq(shows.id, showId)),
    setlist: await db.select().from(liveSetlistSongs).where(eq(liveSetlistSongs.showId, showId)),
    predictions: await db.select().from(predictions).where(eq(predictions.showId, showId)),
  });
  const [before, other] = [await rowsOf(gone), await rowsOf(bystander)];
  // After the predictions are gone, it is unknown whose totals the show was in.
  const cleared: number[] = [];
  const clear = async (tx: Tx, showId: string) => {
    cleared.push(await tx.$count(predictions, eq(predictions.showId, showId)));
  };
  const scoring = { clear } as unknown as Parameters<typeof deleteShow>[1];

  const { changes } = await runChange(db, test.admin.userId, (scope) =>
    deleteShow(scope, scoring, { id: gone, isFresh: true }),
  );

  for (const { version } of changes.filter(({ topic }) => topic !== 'audit'))
    expect(version).toBeGreaterThan(before.show[0]?.version ?? Number.NaN);
  expect(cleared).toEqual([1]);
  expect(await rowsOf(gone)).toEqual({ show: [], setlist: [], predictions: [] });
  expect(await rowsOf(bystander)).toEqual(other);
});
