import { expect, test } from 'vitest';
import type { Break } from '#contract/setlists.ts';
import { computeNextLabel } from './set-label-field.tsx';

test.each<[string | null, Break | null, string]>([
  ['Set 1', null, 'Set 1'],
  ['Set 1', 'set', 'Set 2'],
  ['Set 2', 'set', 'Set 3'],
  ['Set 2', 'encore', 'Encore'],
  ['Encore', 'encore', 'Encore 2'],
  ['Encore 2', 'encore', 'Encore 3'],
  [null, null, ''],
  [null, 'set', 'Set 2'],
  ['Acoustic', 'encore', 'Encore'],
])('a song in %j with the break %j is followed by the label %j', (setLabel, breakAfter, next) => {
  expect(computeNextLabel({ setLabel, breakAfter })).toBe(next);
});

test('labels the first song Set 1', () => {
  expect(computeNextLabel(undefined)).toBe('Set 1');
});
