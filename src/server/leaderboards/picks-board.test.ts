import { expect, test } from 'vitest';
import { POINTS } from '#contract/scoring.ts';
import { BATCH_SIZE } from '../scoring/process-in-batches.ts';
import { calculatePoints } from '../scoring/show-picks.ts';
import { sortByPoints } from './picks-board.ts';

const PREDICTION_COUNT = 2 * BATCH_SIZE + 7;
const numbers = Array.from({ length: PREDICTION_COUNT }, (_, n) => n);

test('scores and ranks a large crowd as it would each fan alone', async () => {
  // Fan n picks n % 4 songs; two of the songs were played.
  const songIds = ['opener', 'missed', 'elsewhere'];
  const starts = new Uint32Array(PREDICTION_COUNT + 1);
  for (const n of numbers) starts[n + 1] = (starts[n] ?? 0) + (n % 4);
  const pickIndexes = new Uint16Array(starts[PREDICTION_COUNT] ?? 0);
  for (const n of numbers) for (let i = 0; i < n % 4; i += 1) pickIndexes[(starts[n] ?? 0) + i] = i;
  const distinctPicks = songIds.map((songId, index) => ({
    songId,
    position: index + 1,
    isFirst: index === 0,
    isLast: false,
  }));
  const bySubmission = Uint32Array.from(numbers.toReversed());
  const picks = {
    count: PREDICTION_COUNT,
    userIds: new Uint8Array(),
    bySubmission,
    distinctPicks,
    pickIndexes,
    starts,
  };
  const points = await calculatePoints(picks, [
    { songId: 'opener', position: 1, isCloser: false },
    { songId: 'elsewhere', position: 7, isCloser: false },
  ]);
  const sums = [0, POINTS.Opener, POINTS.Opener, POINTS.Opener + POINTS['Wrong spot']];
  expect([...points]).toEqual(numbers.map((n) => sums[n % 4]));

  const { order, counts } = await sortByPoints(points, bySubmission);
  const ranked = numbers.toSorted((a, b) => (points[b] ?? 0) - (points[a] ?? 0) || b - a);
  expect([...order]).toEqual(ranked);
  const countScore = (expected: number) => points.filter((score) => score === expected).length;
  expect(counts).toEqual(
    [...new Set(sums)].toReversed().map((score) => [score, countScore(score)]),
  );
});
