import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { createLiveDeltas } from './live-delta.ts';

let app: TestApp;
let tour: Tour;
beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
});
afterAll(() => app.close());

const RANKS = [[41, 1]];

function createSlowBoards() {
  let finish = () => {};
  const creation = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const leaderboard = { ranks: RANKS, page: async () => ({ rows: [], total: 1 }) };
  const leaderboards = { forShow: () => creation.then(() => leaderboard) } as unknown as Boards;
  return { boards: leaderboards, finish };
}

it("sends a song's row without waiting for slow standings, which follow in their own event", async () => {
  const [song = ''] = await tour.addSongs('Ember');
  const showId = await tour.addShow();
  await tour.setStatus(showId, 'live');
  await tour.play(showId, song);
  const { boards, finish } = createSlowBoards();
  const findDelta = createLiveDeltas(app.database.db, boards);
  const findEvent = (topic: 'setlist' | 'standings') =>
    findDelta({ topic, subjectId: showId, version: 7 });
  const row = await findEvent('setlist');
  expect(row).toMatchObject({ setlist: { changed: [{ songId: song }] } });
  expect(row).not.toHaveProperty('standings');
  const laterEvent = findEvent('standings');
  finish();
  expect(await laterEvent).toMatchObject({ standings: { ranks: RANKS } });
  expect(findEvent('standings')).toBeUndefined();
  expect(await findEvent('setlist')).toMatchObject({ standings: { ranks: RANKS } });
});
