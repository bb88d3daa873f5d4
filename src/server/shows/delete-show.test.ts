import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGate } from '../../../tests/support/gate.ts';
import { waitForLockWaits } from '../../../tests/support/lock-waits.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { runChange } from '../changes/run-change.ts';
import { users } from '../db/schema/accounts.ts';
import { forumThreads } from '../db/schema/forums.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { deleteShow } from './change-show.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('deleting a show announces a new version and leaves every other show unchanged', async () => {
  const { db } = app.database;
  const tour = planTour(app);
  const [song = ''] = await tour.addSongs('Ember');
  const fan = await app.signUp('Front Row');
  const showIds: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    const showId = await tour.addShow();
    await tour.addPrediction(fan.userId, showId, [song]);
    await tour.setStatus(showId, 'live');
    await tour.play(showId, song);
    await tour.setStatus(showId, 'closed');
    showIds.push(showId);
  }
  const [deletedShow = '', bystander = ''] = showIds;
  const readRows = async (showId: string) => ({
    show: await db.select().from(shows).where(eq(shows.id, showId)),
    setlist: await db.select().from(liveSetlistSongs).where(eq(liveSetlistSongs.showId, showId)),
    predictions: await db.select().from(predictions).where(eq(predictions.showId, showId)),
  });
  const [deletedRows, bystanderRows] = [await readRows(deletedShow), await readRows(bystander)];
  const cleared: number[] = [];
  const clear = async (tx: Tx, showId: string) => {
    cleared.push(await tx.$count(predictions, eq(predictions.showId, showId)));
  };
  const scoring = { clear } as unknown as Parameters<typeof deleteShow>[1];

  const { changes } = await runChange(db, app.admin.userId, (scope) =>
    deleteShow(scope, scoring, { id: deletedShow, isFresh: true }),
  );

  for (const { version } of changes.filter(({ topic }) => topic !== 'audit'))
    expect(version).toBeGreaterThan(deletedRows.show[0]?.version ?? Number.NaN);
  expect(cleared).toEqual([1]);
  expect(await readRows(deletedShow)).toEqual({ show: [], setlist: [], predictions: [] });
  expect(await readRows(bystander)).toEqual(bystanderRows);
});

test('deleting a scored show waits for a post in its thread, without a deadlock', async () => {
  const { db } = app.database;
  const tour = planTour(app);
  const [song = ''] = await tour.addSongs('Fathom');
  const author = await app.signUp('Back Row');
  const showId = await tour.addShow();
  await tour.addPrediction(author.userId, showId, [song]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, song);
  await tour.setStatus(showId, 'closed');
  const post = await author.post(`/api/forums/threads/${showId}/posts`, { content: 'Encore!' });
  expect(post.statusCode).toBe(201);

  const [locked, release] = [createGate(), createGate()];
  // Takes the locks that another post takes, in the same order.
  const otherPost = db.transaction(async (tx) => {
    await tx.select().from(forumThreads).where(eq(forumThreads.id, showId)).for('update');
    locked.open();
    await release.opened;
    const isAuthor = eq(users.id, author.userId);
    await tx.select().from(users).where(isAuthor).for('no key update', { noWait: true });
  });
  await locked.opened;
  const deletion = app.admin.delete(`/api/shows/${showId}`);
  await waitForLockWaits(db);
  release.open();
  await otherPost;
  expect((await deletion).statusCode).toBe(204);
});
