import { expect, test } from 'vitest';
import type { Show } from '#contract/shows.ts';
import { sampleSongId } from '../../../../tests/support/live-show-samples.ts';
import { samplePrediction, sampleShow } from '../../../../tests/support/site-samples.ts';
import { findNextShow } from './find-next-show.ts';

const cancelled = sampleShow(2, { id: sampleSongId(1), status: 'cancelled' });
const next = sampleShow(5, { id: sampleSongId(2) });
const later = sampleShow(9, { id: sampleSongId(3) });
const postponed = sampleShow(3, { id: sampleSongId(4), status: 'postponed' });
const live = sampleShow(-1, { id: sampleSongId(5), status: 'live' });
const late = sampleShow(-1, { id: sampleSongId(6) });
const forgotten = sampleShow(-5, { id: sampleSongId(7) });

test.each<[string, Show[], Show[], Show | undefined]>([
  ['the soonest show that takes place', [live, cancelled, next, later, postponed], [], next],
  ['a predicted show past its start', [next], [later, late], late],
  ['no show that was never set live', [forgotten, next], [forgotten], next],
  ['a cancelled show if there is no other', [live, cancelled, postponed], [], cancelled],
  ['a postponed show if there is no other', [postponed], [], postponed],
  ['no show if the only one is live', [live], [live], undefined],
])('finds %s', (_, upcoming, predicted, expected) => {
  const predictions = predicted.map((show) => samplePrediction(show, [1]));
  expect(findNextShow(upcoming, predictions, Date.now())?.id).toBe(expected?.id);
});
