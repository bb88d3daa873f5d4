import { expect, test } from 'vitest';
import { FAN_NOT_FOUND, fanName } from './fans.ts';

test.each([
  ['Front Row', 'front row'],
  ['FRONT  ROW', 'front row'],
  ['Ｆront Row', 'front row'],
  ['x'.repeat(100), 'x'.repeat(100)],
])('the name %s belongs to the fan %s', (name, key) => {
  expect(fanName.parse(name)).toBe(key);
});

test.each(['mari\u200dgold', 'Front\u202eRow', 'x'.repeat(101)])(
  'no fan has the name %j',
  (name) => {
    expect(fanName.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([
      FAN_NOT_FOUND,
    ]);
  },
);
