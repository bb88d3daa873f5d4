import { expect, test } from 'vitest';
import { formatRowChange } from './describe-correction.ts';

const TITLES = new Map([
  ['ember', 'Ember'],
  ['harbor', 'Harbor'],
  ['long', 'x'.repeat(255)],
]);

const row = (songId: string, position: number, isCloser = false) => ({
  songId,
  position,
  isCloser,
});

const format = (...[oldRow, newRow]: [ReturnType<typeof row>?, ReturnType<typeof row>?]) =>
  formatRowChange(oldRow, newRow, (id) => TITLES.get(id));

test.each([
  ['“Ember” added at 3', undefined, row('ember', 3)],
  ['“Ember” removed from 3', row('ember', 3), undefined],
  ['“Ember” moved from 5 to 6', row('ember', 5), row('ember', 6, true)],
  ['“Ember” replaced by “Harbor” at 5', row('ember', 5), row('harbor', 5)],
  ['“Ember” at 5 replaced by “Harbor” at 6', row('ember', 5), row('harbor', 6)],
  ['“Ember” is a closer', row('ember', 5), row('ember', 5, true)],
  ['“Ember” is not a closer', row('ember', 5, true), row('ember', 5)],
  ['“Deleted song” removed from 5', row('gone', 5), undefined],
])('describes the change as %s', (text, oldRow, newRow) => {
  expect(format(oldRow, newRow)).toBe(text);
});

test('shortens long titles to the length of the column', () => {
  expect(format(row('long', 1), row('long', 2)).length).toBeLessThan(150);
  expect(format(row('long', 1), row('other', 2)).length).toBeLessThan(300);
});
