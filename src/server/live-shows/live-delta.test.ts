import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { createLiveDeltas } from './live-delta.ts';

let t: TestApp;
let tour: Tour;
beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
});
afterAll(() => t.close());

const RANKS = [[41, 1]];

function slowBoards() {
  let finish = () => {};
  const made = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const board = { ranks: RANKS, page: async () => ({ rows: [], total: 1 }) };
  const boards = { ofShow: () => made.then(() => board) } as unknown as Boards;
  return { boards, finish };
}

it("sends a song's row without waiting for slow standings, which follow in their own event", async () => {
  const [song = ''] = await tour.songs('Ember');
  const showId = await tour.show();
  await tour.status(showId, 'live');
  await tour.play(showId, song);
  const { boards, finish } = slowBoards();
  const findDelta = createLiveDeltas(t.database.db, boards);
  const of = (topic: 'setlist' | 'standings') =>
    findDelta({ topic, subjectId: showId, version: 7 });
  const row = await of('setlist');
  expect(row).toMatchObject({ setlist: { changed: [{ songId: song }] } });
  expect(row).not.toHaveProperty('standings');
  const later = of('standings');
  finish();
  expect(await later).toMatchObject({ standings: { ranks: RANKS } });
  // Sent once, and with the song's event when they were ready in time.
  expect(of('standings')).toBeUndefined();
  expect(await of('setlist')).toMatchObject({ standings: { ranks: RANKS } });
});
