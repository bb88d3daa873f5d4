import { describe, expect, it } from 'vitest';
import { row, setlist, toLetters } from '../../../tests/support/setlist-shorthand.ts';
import { ApiError } from '../http/api-error.ts';
import { addRow, diffRows, removeRow, type SetlistRow, updateRow } from './arrange.ts';
import { type RevertibleChange, revertChange } from './revert-change.ts';

describe('reverting among other changes', () => {
  function applyChange(rows: SetlistRow[], rowId: string, after: SetlistRow[]) {
    return { rows: after, change: { rowId, ...diffRows(rows, after) } };
  }
  const revertAmongOthers = (rows: SetlistRow[], change: RevertibleChange) =>
    revertChange(rows, change, { isLast: false });

  it("removes the added song and keeps the other administrator's", () => {
    const { rows, change } = applyChange(setlist('ab'), 'x', addRow(setlist('ab'), row('x'), {}));
    expect(toLetters(revertAmongOthers(addRow(rows, row('y'), {}), change))).toBe('aby');
  });

  it('restores the removed song at its position', () => {
    const { rows, change } = applyChange(setlist('abc'), 'b', removeRow(setlist('abc'), 'b'));
    expect(toLetters(revertAmongOthers(addRow(rows, row('y'), {}), change))).toBe('abcy');
  });

  it('restores a row at the position to which others have pushed it', () => {
    const start = setlist('abc');
    const { rows, change } = applyChange(start, 'c', updateRow(start, 'c', { swapWith: 'b' }, 2));
    const pushed = addRow(rows, row('y'), { position: 1, insert: true });
    expect(toLetters(revertAmongOthers(pushed, change))).toBe('yabc');
  });

  it("restores a row's song and version and keeps other rows' notes", () => {
    const start = setlist('ab');
    const { rows, change } = applyChange(start, 'a', updateRow(start, 'a', { songId: 'wrong' }, 2));
    const noted = updateRow(rows, 'b', { notes: 'slow' }, 3);
    expect(revertAmongOthers(noted, change)).toEqual(updateRow(start, 'b', { notes: 'slow' }, 3));
  });

  it('reverts the start of a set, and keeps it when another change of the row is reverted', () => {
    const start = setlist('abc');
    const marked = applyChange(start, 'c', updateRow(start, 'c', { isCloser: true }, 2));
    const set2 = { setLabel: 'Set 2', restOfSet: true };
    const begun = applyChange(marked.rows, 'b', updateRow(marked.rows, 'b', set2, 3));
    const labels = (rows: SetlistRow[]) => rows.map(({ setLabel }) => setLabel);
    const unmarked = revertAmongOthers(begun.rows, marked.change);
    expect(unmarked[2]).toMatchObject({ isCloser: false, setLabel: 'Set 2' });
    const relabeled = updateRow(begun.rows, 'c', { setLabel: 'Encore' }, 4);
    expect(labels(revertAmongOthers(relabeled, begun.change))).toEqual([null, null, 'Encore']);
  });

  it('rejects a row that is gone, changed again, or whose neighbors moved', () => {
    const start = setlist('abc');
    const added = applyChange(start, 'x', addRow(start, row('x'), {}));
    const expectRejection = (rows: SetlistRow[], change: RevertibleChange, message: string) =>
      expect(() => revertAmongOthers(rows, change)).toThrow(new ApiError(409, message));
    expectRejection(start, added.change, 'The song is no longer in the setlist');
    const noted = updateRow(added.rows, 'x', { notes: 'slow' }, 9);
    expectRejection(noted, added.change, 'The song has been changed again since then');
    const moved = applyChange(start, 'c', updateRow(start, 'c', { swapWith: 'b' }, 2));
    const movedMessage = 'The songs around it have been moved since then';
    const between = addRow(moved.rows, row('y'), { position: 3, insert: true });
    expectRejection(between, moved.change, movedMessage);
    const withoutNeighbor = moved.rows.filter(({ id }) => id !== 'b');
    expectRejection(withoutNeighbor, moved.change, movedMessage);
    const movedIntoGap = applyChange(
      setlist('ab.d'),
      'd',
      updateRow(setlist('ab.d'), 'd', { position: 3 }, 2),
    );
    expectRejection(addRow(movedIntoGap.rows, row('y'), {}), movedIntoGap.change, movedMessage);
    const removed = applyChange(start, 'b', removeRow(start, 'b'));
    expectRejection(start, removed.change, 'The removed song is in the setlist again');
  });
});

describe('reverting the last change after songs were deleted or restored', () => {
  const revertLast = (rows: SetlistRow[], change: RevertibleChange) =>
    revertChange(rows, change, { isLast: true });
  const ab = setlist('ab');

  it('keeps the gap of a song deleted earlier', () => {
    const start = setlist('a.c');
    const change = { rowId: 'c', ...diffRows(start, removeRow(start, 'c')) };
    expect(toLetters(revertLast(setlist('a'), change))).toBe('a.c');
  });

  it('rejects a change whose row is gone', () => {
    const change = { rowId: 'x', ...diffRows(ab, addRow(ab, row('x'), {})) };
    const message = 'The song is no longer in the setlist';
    expect(() => revertLast(ab, change)).toThrow(new ApiError(409, message));
  });

  it('puts the removed row before the one at its position', () => {
    const change = { rowId: 'b', ...diffRows(ab, removeRow(ab, 'b')) };
    expect(toLetters(revertLast(setlist('ay'), change))).toBe('aby');
  });

  it('rejects a removal whose row is back elsewhere', () => {
    const change = { rowId: 'b', ...diffRows(ab, removeRow(ab, 'b')) };
    const message = 'The removed song is in the setlist again';
    expect(() => revertLast(setlist('a.b'), change)).toThrow(new ApiError(409, message));
  });
});
