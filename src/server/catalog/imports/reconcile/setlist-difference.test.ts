import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDifference, isSameRow, pairRows } from './setlist-difference.ts';

const fields = fc.record({
  setLabel: fc.constantFrom(null, null, 'Set 1'),
  isCloser: fc.boolean(),
  segue: fc.constant(false),
  notes: fc.constantFrom(null, null, 'slow'),
});
type Fields = { setLabel: string | null; isCloser: boolean; segue: boolean; notes: string | null };
const buildRows = (
  songs: readonly string[],
  gaps: readonly number[],
  rowFields: readonly Fields[],
) => {
  let position = 0;
  return songs.map((songId, index) => {
    position += 1 + (gaps[index] ?? 0);
    return { songId, position, ...(rowFields[index] as Fields) };
  });
};
const songs = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });
const gaps = fc.array(fc.constantFrom(0, 0, 1), { minLength: 6, maxLength: 6 });
const sixFields = fc.array(fields, { minLength: 6, maxLength: 6 });

test('lists each change once, and no changes for equal setlists', () => {
  fc.assert(
    fc.property(
      songs,
      fc.option(songs),
      fc.tuple(gaps, sixFields),
      fc.tuple(fc.option(gaps), fc.option(sixFields)),
      (songIds, targetIds, current, target) => {
        const currentRows = buildRows(songIds, ...current);
        const targetRows = buildRows(
          targetIds ?? songIds,
          target[0] ?? current[0],
          target[1] ?? current[1],
        );
        const hasChanges = pairRows(currentRows, targetRows).some(
          ([previous, next]) => !previous || !next || !isSameRow(previous, next),
        );
        const lines = formatDifference(currentRows, targetRows, (id) => id);
        expect([lines.length > 0, new Set(lines).size]).toEqual([hasChanges, lines.length]);
      },
    ),
  );
});

const EMPTY_FIELDS = { setLabel: null, isCloser: false, segue: false, notes: null };
/** A dot is an unknown song: 'ab.c' is a, b, an unknown song, and c. */
const toRows = (letters: string) =>
  [...letters].flatMap((songId, index) =>
    songId === '.' ? [] : [{ songId, position: index + 1, ...EMPTY_FIELDS }],
  );

test.each([
  ['ab', 'a.b', ['Leaves position 2 empty']],
  ['a.b', 'ab', ['Closes the gap at 2']],
  ['a.b', 'acb', ['Adds “c” at 2']],
  ['a.bc', 'ab.c', ['Leaves position 3 empty', 'Closes the gap at 2']],
  ['a.b', 'ca.b', ['Adds “c” at 1']],
  ['abc', 'cab', ['Moves “c” from 3 to 1']],
  ['ab.', 'ab', []],
])('describes the change from %j to %j', (currentRows, targetRows, lines) => {
  expect(formatDifference(toRows(currentRows), toRows(targetRows), (id) => id)).toEqual(lines);
});
