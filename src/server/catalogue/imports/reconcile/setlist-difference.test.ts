import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDifference, isSameRow, pairRows } from './setlist-difference.ts';

const says = fc.record({
  setLabel: fc.constantFrom(null, null, 'Set 1'),
  isCloser: fc.boolean(),
  segue: fc.constant(false),
  notes: fc.constantFrom(null, null, 'slow'),
});
type Says = { setLabel: string | null; isCloser: boolean; segue: boolean; notes: string | null };
const rows = (songs: readonly string[], gaps: readonly number[], of: readonly Says[]) => {
  let position = 0;
  return songs.map((songId, at) => {
    position += 1 + (gaps[at] ?? 0);
    return { songId, position, ...(of[at] as Says) };
  });
};
const songs = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });
const gaps = fc.array(fc.constantFrom(0, 0, 1), { minLength: 6, maxLength: 6 });
const says6 = fc.array(says, { minLength: 6, maxLength: 6 });

test('lists each change exactly once, and nothing for equal setlists', () => {
  fc.assert(
    fc.property(
      songs,
      fc.option(songs),
      fc.tuple(gaps, says6),
      fc.tuple(fc.option(gaps), fc.option(says6)),
      (played, others, of, otherwise) => {
        const present = rows(played, ...of);
        const wanted = rows(others ?? played, otherwise[0] ?? of[0], otherwise[1] ?? of[1]);
        const changes = pairRows(present, wanted).some(
          ([was, is]) => !was || !is || !isSameRow(was, is),
        );
        const lines = formatDifference(present, wanted, (id) => id);
        expect([lines.length > 0, new Set(lines).size]).toEqual([changes, lines.length]);
      },
    ),
  );
});

const QUIET = { setLabel: null, isCloser: false, segue: false, notes: null };
/** 'ab.c' is a, b, an unknown song, and c. */
const played = (letters: string) =>
  [...letters].flatMap((songId, at) =>
    songId === '.' ? [] : [{ songId, position: at + 1, ...QUIET }],
  );

test.each([
  ['ab', 'a.b', ['Leaves place 2 empty']],
  ['a.b', 'ab', ['Closes the gap at 2']],
  ['a.b', 'acb', ['Adds “c” at 2']],
  ['a.bc', 'ab.c', ['Leaves place 3 empty', 'Closes the gap at 2']],
  ['a.b', 'ca.b', ['Adds “c” at 1']],
  ['abc', 'cab', ['Moves “c” from 3 to 1']],
  ['ab.', 'ab', []],
])('describes the change from %j to %j', (present, wanted, lines) => {
  expect(formatDifference(played(present), played(wanted), (id) => id)).toEqual(lines);
});
