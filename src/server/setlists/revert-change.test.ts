import { describe, expect, it } from 'vitest';
import { buildRow, buildSetlist, toLetters } from '../../../tests/support/setlist-shorthand.ts';
import { ApiError } from '../http/api-error.ts';
import { type RevertibleChange, revertChange } from './revert-change.ts';
import { addRow, diffRows, removeRow, type SetlistRow, updateRow } from './setlist-rows.ts';

describe('reverting among other changes', () => {
  function applyChange(rows: SetlistRow[], rowId: string, after: SetlistRow[]) {
    return { rows: after, change: { rowId, ...diffRows(rows, after) } };
  }
  const revertAmongOthers = (rows: SetlistRow[], change: RevertibleChange) =>
    revertChange(rows, change, { isLast: false });

  it("removes the added song and keeps the other administrator's", () => {
    const { rows, change } = applyChange(
      buildSetlist('ab'),
      'x',
      addRow(buildSetlist('ab'), buildRow('x'), {}),
    );
    expect(toLetters(revertAmongOthers(addRow(rows, buildRow('y'), {}), change))).toBe('aby');
  });

  it('restores the removed song at its position', () => {
    const { rows, change } = applyChange(
      buildSetlist('abc'),
      'b',
      removeRow(buildSetlist('abc'), 'b'),
    );
    expect(toLetters(revertAmongOthers(addRow(rows, buildRow('y'), {}), change))).toBe('abcy');
  });

  it('restores a row at the position that others have pushed it to', () => {
    const start = buildSetlist('abc');
    const { rows, change } = applyChange(start, 'c', updateRow(start, 'c', { swapWith: 'b' }, 2));
    const pushed = addRow(rows, buildRow('y'), { position: 1, insert: true });
    expect(toLetters(revertAmongOthers(pushed, change))).toBe('yabc');
  });

  it("restores a row's song and version and keeps other rows' notes", () => {
    const start = buildSetlist('ab');
    const { rows, change } = applyChange(start, 'a', updateRow(start, 'a', { songId: 'wrong' }, 2));
    const notedRows = updateRow(rows, 'b', { notes: 'slow' }, 3);
    expect(revertAmongOthers(notedRows, change)).toEqual(
      updateRow(start, 'b', { notes: 'slow' }, 3),
    );
  });

  it('reverts the start of a set, and keeps it when another change to the row is reverted', () => {
    const start = buildSetlist('abc');
    const closerMark = applyChange(start, 'c', updateRow(start, 'c', { isCloser: true }, 2));
    const set2 = { setLabel: 'Set 2', restOfSet: true };
    const setStart = applyChange(closerMark.rows, 'b', updateRow(closerMark.rows, 'b', set2, 3));
    const listLabels = (rows: SetlistRow[]) => rows.map(({ setLabel }) => setLabel);
    const revertedRows = revertAmongOthers(setStart.rows, closerMark.change);
    expect(revertedRows[2]).toMatchObject({ isCloser: false, setLabel: 'Set 2' });
    const relabeled = updateRow(setStart.rows, 'c', { setLabel: 'Encore' }, 4);
    expect(listLabels(revertAmongOthers(relabeled, setStart.change))).toEqual([
      null,
      null,
      'Encore',
    ]);
  });

  it('rejects a row that was removed or changed again, or whose neighbors moved', () => {
    const start = buildSetlist('abc');
    const added = applyChange(start, 'x', addRow(start, buildRow('x'), {}));
    const expectRejection = (rows: SetlistRow[], change: RevertibleChange, message: string) =>
      expect(() => revertAmongOthers(rows, change)).toThrow(new ApiError(409, message));
    expectRejection(start, added.change, 'The song is no longer in the setlist');
    const notedRows = updateRow(added.rows, 'x', { notes: 'slow' }, 9);
    expectRejection(notedRows, added.change, 'The song was changed again after that');
    const moved = applyChange(start, 'c', updateRow(start, 'c', { swapWith: 'b' }, 2));
    const movedMessage = 'The songs around it were moved after that';
    const between = addRow(moved.rows, buildRow('y'), { position: 3, insert: true });
    expectRejection(between, moved.change, movedMessage);
    const withoutNeighbor = moved.rows.filter(({ id }) => id !== 'b');
    expectRejection(withoutNeighbor, moved.change, movedMessage);
    const movedIntoGap = applyChange(
      buildSetlist('ab.d'),
      'd',
      updateRow(buildSetlist('ab.d'), 'd', { position: 3 }, 2),
    );
    expectRejection(
      addRow(movedIntoGap.rows, buildRow('y'), {}),
      movedIntoGap.change,
      movedMessage,
    );
    const removal = applyChange(start, 'b', removeRow(start, 'b'));
    expectRejection(start, removal.change, 'The removed song is in the setlist again');
  });
});

describe('reverting the last change after songs were deleted or restored', () => {
  const revertLast = (rows: SetlistRow[], change: RevertibleChange) =>
    revertChange(rows, change, { isLast: true });
  const ab = buildSetlist('ab');

  it('keeps the gap of a song deleted earlier', () => {
    const start = buildSetlist('a.c');
    const change = { rowId: 'c', ...diffRows(start, removeRow(start, 'c')) };
    expect(toLetters(revertLast(buildSetlist('a'), change))).toBe('a.c');
  });

  it('rejects a change whose row was removed', () => {
    const change = { rowId: 'x', ...diffRows(ab, addRow(ab, buildRow('x'), {})) };
    const message = 'The song is no longer in the setlist';
    expect(() => revertLast(ab, change)).toThrow(new ApiError(409, message));
  });

  it('puts the removed row before the one at its position', () => {
    const change = { rowId: 'b', ...diffRows(ab, removeRow(ab, 'b')) };
    expect(toLetters(revertLast(buildSetlist('ay'), change))).toBe('aby');
  });

  it('rejects a removal whose row is back elsewhere', () => {
    const change = { rowId: 'b', ...diffRows(ab, removeRow(ab, 'b')) };
    const message = 'The removed song is in the setlist again';
    expect(() => revertLast(buildSetlist('a.b'), change)).toThrow(new ApiError(409, message));
  });
});
