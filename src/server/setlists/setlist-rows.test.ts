import { describe, expect, it } from 'vitest';
import { buildRow, buildSetlist, toLetters } from '../../../tests/support/setlist-shorthand.ts';
import { addRow, diffRows, removeRow, updateRow } from './setlist-rows.ts';

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
  ])('%j with a row added at %j is %j', (before, target, after) => {
    expect(toLetters(addRow(buildSetlist(before), buildRow('x'), target))).toBe(after);
  });

  it('rejects a taken position', () => {
    expect(() => addRow(buildSetlist('abc'), buildRow('x'), { position: 2 })).toThrow(
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
    ['ab.de', 'e', 4, 'ab.ed'],
    ['ab.de', 'e', 3, 'abed'],
    ['ab.de', 'e', 1, 'eabd'],
    ['ab.de', 'a', 5, '.bdea'],
    ['ab.de', 'a', 3, '.bade'],
    ['.bcd', 'd', 1, 'dbc'],
    ['a.c.e', 'a', 3, '.ca.e'],
  ])(
    '%j with %s moved to %i is %j, making room up to the next gap',
    (before, id, position, after) => {
      expect(toLetters(updateRow(buildSetlist(before), id, { position }, 2))).toBe(after);
    },
  );

  it.each([
    ['abcde', 'b', 'c', 'acbde'],
    ['ab.d', 'd', 'b', 'ad.b'],
    ['.bc', 'b', 'c', '.cb'],
  ])('%j with %s and %s swapped is %j', (before, id, swapWith, after) => {
    expect(toLetters(updateRow(buildSetlist(before), id, { swapWith }, 2))).toBe(after);
  });

  it('rejects a swap with a missing row', () => {
    expect(() => updateRow(buildSetlist('abc'), 'a', { swapWith: 'x' }, 2)).toThrow(
      expect.objectContaining({
        statusCode: 409,
        message: 'The song to swap with is no longer in the setlist',
      }),
    );
  });

  it('gives the version to the changed or moved row, not to rows that made room', () => {
    const moved = updateRow(buildSetlist('abc'), 'c', { position: 1 }, 7);
    expect(moved.map(({ id, version }) => `${id}${version}`)).toEqual(['c7', 'a1', 'b1']);
    const insertedRows = addRow(
      moved,
      { ...buildRow('x'), version: 8 },
      { position: 1, insert: true },
    );
    expect(insertedRows.map(({ version }) => version)).toEqual([8, 7, 1, 1]);
  });

  it.each([
    ['abc', 'a', 'bc'],
    ['abc', 'c', 'ab'],
    ['ab.de', 'a', 'b.de'],
    ['ab.de', 'd', 'ab.e'],
  ])('%j without %s is %j', (before, id, after) => {
    expect(toLetters(removeRow(buildSetlist(before), id))).toBe(after);
  });

  it('keeps fields that a change does not name', () => {
    const [before] = buildSetlist('a');
    const notedRows = updateRow(buildSetlist('a'), 'a', { notes: 'with horns', isCloser: true }, 2);
    expect(notedRows).toEqual([{ ...before, notes: 'with horns', isCloser: true, version: 2 }]);
    expect(updateRow(notedRows, 'a', { notes: null }, 3)).toEqual([
      { ...before, isCloser: true, version: 3 },
    ]);
    expect(updateRow(notedRows, 'a', { notes: undefined, isCloser: true }, 3)).toEqual(notedRows);
  });

  it('returns 404 for a row of another setlist', () => {
    expect(() => removeRow(buildSetlist('abc'), 'x')).toThrow(
      expect.objectContaining({ statusCode: 404, message: 'Setlist song not found.' }),
    );
  });

  it('lists only changed, moved, added and removed rows in a difference', () => {
    const previousRows = buildSetlist('abcd');
    const diffLetters = (after: typeof previousRows) => {
      const difference = diffRows(previousRows, after);
      return [toLetters(difference.before), toLetters(difference.after)];
    };
    expect(diffLetters(buildSetlist('abcd'))).toEqual(['', '']);
    expect(diffLetters(addRow(previousRows, buildRow('x'), {}))).toEqual(['', '....x']);
    expect(diffLetters(removeRow(previousRows, 'c'))).toEqual(['..cd', '..d']);
    expect(diffLetters(updateRow(previousRows, 'b', { notes: 'slow' }, 2))).toEqual(['.b', '.b']);
  });
});
