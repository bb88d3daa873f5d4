import { describe, expect, it } from 'vitest';
import { row, setlist, toLetters } from '../../../tests/support/setlist-shorthand.ts';
import { ApiError } from '../http/api-error.ts';
import { addRow, differenceOf, removeRow, type SetlistRow, updateRow } from './arrange.ts';
import { type RevertibleChange, revertChange } from './revert-change.ts';

describe('reverting among other changes', () => {
  function done(rows: SetlistRow[], rowId: string, after: SetlistRow[]) {
    return { rows: after, change: { rowId, ...differenceOf(rows, after) } };
  }
  const among = (rows: SetlistRow[], change: RevertibleChange) =>
    revertChange(rows, change, { isLast: false });

  it("removes the added song and keeps the other administrator's", () => {
    const { rows, change } = done(setlist('ab'), 'x', addRow(setlist('ab'), row('x'), {}));
    expect(toLetters(among(addRow(rows, row('y'), {}), change))).toBe('aby');
  });

  it('restores the removed song at its position', () => {
    const { rows, change } = done(setlist('abc'), 'b', removeRow(setlist('abc'), 'b'));
    expect(toLetters(among(addRow(rows, row('y'), {}), change))).toBe('abcy');
  });

  it('restores a row at the position to which others have pushed it', () => {
    const start = setlist('abc');
    const { rows, change } = done(start, 'c', updateRow(start, 'c', { swapWith: 'b' }, 2));
    const pushed = addRow(rows, row('y'), { position: 1, insert: true });
    expect(toLetters(among(pushed, change))).toBe('yabc');
  });

  it("restores a row's song and version and keeps other rows' notes", () => {
    const start = setlist('ab');
    const { rows, change } = done(start, 'a', updateRow(start, 'a', { songId: 'wrong' }, 2));
    const noted = updateRow(rows, 'b', { notes: 'slow' }, 3);
    expect(among(noted, change)).toEqual(updateRow(start, 'b', { notes: 'slow' }, 3));
  });

  it('reverts the start of a set, and keeps it when another change of the row is reverted', () => {
    const start = setlist('abc');
    const marked = done(start, 'c', updateRow(start, 'c', { isCloser: true }, 2));
    const set2 = { setLabel: 'Set 2', restOfSet: true };
    const begun = done(marked.rows, 'b', updateRow(marked.rows, 'b', set2, 3));
    const labels = (rows: SetlistRow[]) => rows.map(({ setLabel }) => setLabel);
    const unmarked = among(begun.rows, marked.change);
    expect(unmarked[2]).toMatchObject({ isCloser: false, setLabel: 'Set 2' });
    const elsewhere = updateRow(begun.rows, 'c', { setLabel: 'Encore' }, 4);
    expect(labels(among(elsewhere, begun.change))).toEqual([null, null, 'Encore']);
  });

  it('refuses a row that is gone, changed again, or surrounded by other positions', () => {
    const start = setlist('abc');
    const added = done(start, 'x', addRow(start, row('x'), {}));
    const isRefused = (rows: SetlistRow[], change: RevertibleChange, sentence: string) =>
      expect(() => among(rows, change)).toThrow(new ApiError(409, sentence));
    isRefused(start, added.change, 'The song is no longer in the setlist');
    const noted = updateRow(added.rows, 'x', { notes: 'slow' }, 9);
    isRefused(noted, added.change, 'The song has been changed again since then');
    const moved = done(start, 'c', updateRow(start, 'c', { swapWith: 'b' }, 2));
    const around = 'The songs around it have been moved since then';
    const between = addRow(moved.rows, row('y'), { position: 3, insert: true });
    isRefused(between, moved.change, around);
    const withoutTheOther = moved.rows.filter(({ id }) => id !== 'b');
    isRefused(withoutTheOther, moved.change, around);
    const intoHole = done(
      setlist('ab.d'),
      'd',
      updateRow(setlist('ab.d'), 'd', { position: 3 }, 2),
    );
    isRefused(addRow(intoHole.rows, row('y'), {}), intoHole.change, around);
    const removed = done(start, 'b', removeRow(start, 'b'));
    isRefused(start, removed.change, 'The removed song is in the setlist again');
  });
});

describe('reverting the last change after songs were deleted or restored', () => {
  const last = (rows: SetlistRow[], change: RevertibleChange) =>
    revertChange(rows, change, { isLast: true });
  const ab = setlist('ab');

  it('keeps the gap of a song that was deleted before', () => {
    const start = setlist('a.c');
    const change = { rowId: 'c', ...differenceOf(start, removeRow(start, 'c')) };
    expect(toLetters(last(setlist('a'), change))).toBe('a.c');
  });

  it('refuses if its row is gone', () => {
    const change = { rowId: 'x', ...differenceOf(ab, addRow(ab, row('x'), {})) };
    const sentence = 'The song is no longer in the setlist';
    expect(() => last(ab, change)).toThrow(new ApiError(409, sentence));
  });

  it('puts the removed row before the one at its position', () => {
    const change = { rowId: 'b', ...differenceOf(ab, removeRow(ab, 'b')) };
    expect(toLetters(last(setlist('ay'), change))).toBe('aby');
  });

  it('refuses if the removed row is back elsewhere', () => {
    const change = { rowId: 'b', ...differenceOf(ab, removeRow(ab, 'b')) };
    const sentence = 'The removed song is in the setlist again';
    expect(() => last(setlist('a.b'), change)).toThrow(new ApiError(409, sentence));
  });
});
