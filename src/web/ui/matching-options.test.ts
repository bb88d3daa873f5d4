import { expect, test } from 'vitest';
import { matchingOptions } from './matching-options.ts';

const options = [
  { value: '1', label: 'The Long Way Round' },
  { value: '2', label: 'Round Midnight' },
  { value: '3', label: 'Água Mansa', detail: 'Low Tide' },
];

test.each([
  ['', ['1', '2', '3']],
  ['  ', ['1', '2', '3']],
  ['round', ['2', '1']],
  ['LONG way', ['1']],
  ['agua', ['3']],
  ['tide', ['3']],
  ['zebra', []],
])('%j finds %j', (text, values) => {
  expect(matchingOptions(options, text).map((option) => option.value)).toEqual(values);
});
