import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addRow,
  differenceOf,
  removeRow,
  type SetlistRow,
  takeBack,
  updateRow,
} from './arrange.ts';

/** A setlist of one letter a row; a dot is the hole that a deleted song left. */
function setlist(letters: string): SetlistRow[] {
  return [...letters].flatMap((letter, index) =>
    letter === '.' ? [] : [{ ...row(letter), position: index + 1 }],
  );
}

function row(letter: string): Omit<SetlistRow, 'position'> {
  const empty = { isCloser: false, notes: null, setLabel: null, playedAt: null };
  return { id: letter, showId: 'show', songId: `song ${letter}`, ...empty };
}

function letters(rows: readonly SetlistRow[]): string {
  const end = rows.at(-1)?.position ?? 0;
  return Array.from(
    { length: end },
    (_, index) => rows.find(({ position }) => position === index + 1)?.id ?? '.',
  ).join('');
}

describe('a setlist', () => {
  it.each([
    ['', {}, 'x'],
    ['abc', {}, 'abcx'],
    ['abc', { position: 4 }, 'abcx'],
    ['abc', { position: 9 }, 'abcx'],
    ['abc', { position: 9, insert: true }, 'abcx'],
    ['abc', { position: 1, insert: true }, 'xabc'],
    ['abc', { position: 3, insert: true }, 'abxc'],
    ['a.c', {}, 'a.cx'],
    ['a.c', { position: 2 }, 'axc'],
    ['a.c', { position: 2, insert: true }, 'axc'],
    ['a.c', { position: 1, insert: true }, 'xa.c'],
  ])('%j takes a row at %j: %j', (before, wanted, after) => {
    expect(letters(addRow(setlist(before), row('x'), wanted))).toBe(after);
  });

  it('refuses a taken place', () => {
    expect(() => addRow(setlist('abc'), row('x'), { position: 2 })).toThrow(
      expect.objectContaining({ statusCode: 409, message: 'Position 2 is already taken' }),
    );
  });

  it.each([
    ['abcde', 'b', 4, 'acdbe'],
    ['abcde', 'd', 2, 'adbce'],
    ['abcde', 'a', 5, 'bcdea'],
    ['abcde', 'a', 99, 'bcdea'],
    ['abcde', 'e', 1, 'eabcd'],
    ['abcde', 'c', 3, 'abcde'],
    ['ab.de', 'e', 1, 'eab.d'],
  ])('%j with %s moved to %i is %j', (before, id, position, after) => {
    expect(letters(updateRow(setlist(before), id, { position }))).toBe(after);
  });

  it.each([
    ['abc', 'a', 'bc'],
    ['abc', 'c', 'ab'],
    ['ab.de', 'a', 'b.de'],
    ['ab.de', 'd', 'ab.e'],
  ])('%j without %s is %j', (before, id, after) => {
    expect(letters(removeRow(setlist(before), id))).toBe(after);
  });

  it('keeps what a change does not name', () => {
    const [before] = setlist('a');
    const noted = updateRow(setlist('a'), 'a', { notes: 'with horns', isCloser: true });
    expect(noted).toEqual([{ ...before, notes: 'with horns', isCloser: true }]);
    expect(updateRow(noted, 'a', { notes: null })).toEqual([{ ...before, isCloser: true }]);
    expect(updateRow(noted, 'a', { notes: undefined })).toEqual(noted);
  });

  it('does not know a row of another setlist', () => {
    expect(() => removeRow(setlist('abc'), 'x')).toThrow(
      expect.objectContaining({ statusCode: 404 }),
    );
  });

  it('has no gap and no double after any changes, and each can be taken back', () => {
    const change = fc.record({
      kind: fc.constantFrom('add', 'insert', 'move', 'remove', 'replace'),
      at: fc.nat(30),
      to: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        let rows: SetlistRow[] = [];
        const history: SetlistRow[][] = [];
        for (const [number, { kind, at, to }] of changes.entries()) {
          const target = rows[at % Math.max(1, rows.length)];
          history.push(rows);
          if (!target || kind === 'add') rows = addRow(rows, row(`${number}`), {});
          else if (kind === 'insert')
            rows = addRow(rows, row(`${number}`), { position: to, insert: true });
          else if (kind === 'move') rows = updateRow(rows, target.id, { position: to });
          else if (kind === 'replace') rows = updateRow(rows, target.id, { songId: `song ${to}` });
          else rows = removeRow(rows, target.id);
          expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
        }
        for (const before of history.reverse()) {
          rows = takeBack(rows, differenceOf(before, rows));
          expect(rows).toEqual(before);
        }
      }),
    );
  });
});
