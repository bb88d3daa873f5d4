import { expect, test } from 'vitest';
import { random } from '../../../../tests/support/random.ts';
import { createStack, type PartForecasts } from './stacking.ts';

const SONGS = 40;
const NUMBERS = Array.from({ length: 10_000 }, random);
const logit = (chance: number) => Math.log(chance / (1 - chance));

function trainStack(
  { shows, knows }: { shows: number; knows: 'first' | 'second' },
  stack = createStack(),
) {
  let next = 0;
  const draw = () => {
    next += 1;
    return NUMBERS[next] ?? 0;
  };
  const drawParts = (): PartForecasts => {
    const known = Float64Array.from({ length: SONGS }, () => logit(0.05 + 0.9 * draw()));
    const unknown = Float64Array.from({ length: SONGS }, () => logit(0.05 + 0.9 * draw()));
    return knows === 'first' ? [known, unknown] : [unknown, known];
  };
  for (let show = 0; show < shows; show += 1) {
    const parts = drawParts();
    const truth = parts[knows === 'first' ? 0 : 1];
    const played = [...truth.keys()].filter(
      (song) => draw() < 1 / (1 + Math.exp(-(truth[song] ?? 0))),
    );
    stack.record(parts, new Set(played));
  }
  stack.train();
  return stack;
}

const first = Float64Array.of(2, -2);
const second = Float64Array.of(-1, 1);

test.each([
  ['first', first],
  ['second', second],
] as const)('trusts the %s part if only it was right in the past', (knows, expected) => {
  const combined = trainStack({ shows: 60, knows }).combine([first, second]);
  for (const [song, logOdds] of expected.entries())
    expect(Math.abs((combined[song] ?? 0) - logOdds)).toBeLessThan(0.4);
});

test('uses only the first part after too few shows', () => {
  const combined = trainStack({ shows: 19, knows: 'second' }).combine([first, second]);
  expect(combined).toEqual(first);
});

test('forgets old forecasts', () => {
  const changed = trainStack(
    { shows: 60, knows: 'second' },
    trainStack({ shows: 60, knows: 'first' }),
  );
  const unchanged = trainStack({ shows: 60, knows: 'second' });
  expect(changed.combine([first, second])).toEqual(unchanged.combine([first, second]));
});
