import { expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { upsertPrediction } from './submit-prediction.ts';

const now = Date.now();

const predict = (id: string, hours: number, status = 'open') => ({
  ...samplePrediction(sampleShow(hours, { status }), [1]),
  id,
});

const list = [
  predict('live', -1, 'live'),
  predict('soon', 5),
  predict('later', 50),
  predict('past', -40, 'closed'),
  predict('long past', -400, 'closed'),
];

test.each([
  [3, 'live new soon later past long past'],
  [20, 'live soon new later past long past'],
  [100, 'live soon later new past long past'],
])(
  'inserts a new prediction for a show in %i hours where the server lists it',
  (hours, expected) => {
    const ids = upsertPrediction(list, predict('new', hours), now).map(({ id }) => id);
    expect(ids.join(' ')).toBe(expected);
  },
);

test('replaces a changed prediction in place', () => {
  const changed = { ...predict('soon', 5), submittedAt: new Date(now + HOUR).toISOString() };
  const result = upsertPrediction(list, changed, now);
  expect(result.map(({ id }) => id)).toEqual(list.map(({ id }) => id));
  expect(result[1]).toBe(changed);
  expect(upsertPrediction([], changed, now)).toEqual([changed]);
});
