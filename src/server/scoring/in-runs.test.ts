import { expect, test } from 'vitest';
import { POINTS } from '#contract/scoring.ts';
import { sortByPoints } from '../leaderboards/live-board.ts';
import { inRuns, RUN } from './in-runs.ts';
import { pointsOfAll } from './show-picks.ts';

// More than is worked on at once, so that what goes over the seam between two runs is seen.
const COUNT = 2 * RUN + 7;
const numbers = Array.from({ length: COUNT }, (_, n) => n);

test('others have a turn in between', async () => {
  const runs: (readonly [number, number])[] = [];
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  });
  await inRuns(COUNT, (...run) => {
    runs.push(run);
    for (const end = performance.now() + 5; performance.now() < end; );
  });
  clearInterval(others);
  expect(runs).toEqual([
    [0, RUN],
    [RUN, 2 * RUN],
    [2 * RUN, COUNT],
  ]);
  // The first may follow the turn in which it was begun at once.
  expect(turns).toBeGreaterThanOrEqual(1);
});

test('nothing is done for nobody', async () => {
  await inRuns(0, () => expect.unreachable());
});

test('points and order of very many are those of one after the other', async () => {
  // The n-th has picked n % 4 songs; of the songs, two were played.
  const songIds = ['opener', 'missed', 'elsewhere'];
  const starts = new Uint32Array(COUNT + 1);
  for (const n of numbers) starts[n + 1] = (starts[n] ?? 0) + (n % 4);
  const picked = new Uint16Array(starts[COUNT] ?? 0);
  for (const n of numbers) for (let at = 0; at < n % 4; at += 1) picked[(starts[n] ?? 0) + at] = at;
  const different = songIds.map((songId, at) => ({
    songId,
    position: at + 1,
    isFirst: at === 0,
    isLast: false,
  }));
  const bySubmission = Uint32Array.from(numbers.toReversed());
  const picks = {
    count: COUNT,
    userIds: new Uint8Array(),
    bySubmission,
    different,
    picked,
    starts,
  };
  const points = await pointsOfAll(picks, [
    { songId: 'opener', position: 1, isCloser: false },
    { songId: 'elsewhere', position: 7, isCloser: false },
  ]);
  const sums = [0, POINTS.Opener, POINTS.Opener, POINTS.Opener + POINTS['Wrong spot']];
  expect([...points]).toEqual(numbers.map((n) => sums[n % 4]));

  const { order, counts } = await sortByPoints(points, bySubmission);
  const ranked = numbers.toSorted((a, b) => (points[b] ?? 0) - (points[a] ?? 0) || b - a);
  expect([...order]).toEqual(ranked);
  const countOf = (wanted: number) => points.filter((one) => one === wanted).length;
  expect(counts).toEqual([...new Set(sums)].toReversed().map((one) => [one, countOf(one)]));
});
