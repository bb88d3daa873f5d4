import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { row, setlist, toLetters } from '../../../tests/support/setlist-shorthand.ts';
import { ApiError } from '../http/api-error.ts';
import { addRow, differenceOf, removeRow, type SetlistRow, updateRow } from './arrange.ts';
import { type RevertibleChange, revertChange } from './revert-change.ts';

type Step = { kind: string; at: number; to: number };
const kinds = ['add', 'insert', 'fill', 'move', 'up', 'down', 'remove', 'replace'];
const steps = (...more: string[]) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds, 'delete song', ...more),
      at: fc.nat(30),
      to: fc.integer({ min: 1, max: 30 }),
    }),
    { maxLength: 40 },
  );

/** The rows after a step and the row it changed. Undefined if the step is not possible. */
function take(rows: SetlistRow[], { kind, at, to }: Step, version: number) {
  const place = at % Math.max(1, rows.length);
  const target = rows[place];
  const added = { ...row(`${version}`), version };
  if (!target || kind === 'add') return { rows: addRow(rows, added, {}), rowId: added.id };
  if (kind === 'insert')
    return { rows: addRow(rows, added, { position: to, insert: true }), rowId: added.id };
  if (kind === 'fill') {
    const hole = toLetters(rows).indexOf('.') + 1;
    if (hole === 0) return undefined;
    return { rows: addRow(rows, added, { position: hole }), rowId: added.id };
  }
  const rowId = target.id;
  if (kind === 'move') return { rows: updateRow(rows, rowId, { position: to }, version), rowId };
  if (kind === 'replace')
    return { rows: updateRow(rows, rowId, { songId: `song ${to}` }, version), rowId };
  const begin = { setLabel: `Set ${to % 3}`, restOfSet: true };
  if (kind === 'begin') return { rows: updateRow(rows, rowId, begin, version), rowId };
  if (kind === 'remove') return { rows: removeRow(rows, rowId), rowId };
  const neighbour = rows[kind === 'up' ? place - 1 : place + 1];
  if (!neighbour) return undefined;
  return { rows: updateRow(rows, rowId, { swapWith: neighbour.id }, version), rowId };
}

function expectOneRowAPlace(rows: readonly SetlistRow[]) {
  const places = rows.map(({ position }) => position);
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
  expect(places.every((place) => Number.isInteger(place) && place >= 1)).toBe(true);
}

const holesOf = (rows: readonly SetlistRow[]) => (rows.at(-1)?.position ?? 0) - rows.length;

describe('any sequence of changes', () => {
  it('keeps one row per position and only gaps of deleted songs, and undoing everything restores the start', () => {
    fc.assert(
      fc.property(steps('begin', 'begin'), (sequence) => {
        let rows: SetlistRow[] = [];
        let deleted = 0;
        const history: (RevertibleChange & { rows: SetlistRow[] })[] = [];
        for (const [number, step] of sequence.entries()) {
          if (step.kind === 'delete song') {
            if (history.length > 0) continue;
            rows = setlist('abcdefgh').filter(({ position }) => position % 9 !== step.to % 9);
            deleted = 8 - rows.length;
            continue;
          }
          const done = take(rows, step, number + 2);
          if (!done) continue;
          history.push({ rows, rowId: done.rowId, ...differenceOf(rows, done.rows) });
          rows = done.rows;
          expectOneRowAPlace(rows);
          expect(holesOf(rows)).toBeLessThanOrEqual(deleted);
        }
        for (const done of history.reverse()) {
          if (done.before.length + done.after.length === 0) continue;
          rows = revertChange(rows, done, { isLast: true });
          expect(rows).toEqual(done.rows);
        }
      }),
    );
  });

  it('makes moving up and moving down opposites', () => {
    fc.assert(
      fc.property(steps(), fc.nat(30), (sequence, at) => {
        let rows: SetlistRow[] = [];
        for (const [number, step] of sequence.entries()) {
          if (step.kind === 'delete song') rows = rows.filter((_, place) => place !== step.at);
          else rows = take(rows, step, number + 2)?.rows ?? rows;
        }
        const target = rows[at % Math.max(1, rows.length)];
        const places = toLetters(rows);
        for (const [there, back] of [
          [-1, 1],
          [1, -1],
        ] as const) {
          const neighbour = rows[rows.indexOf(target as SetlistRow) + there];
          if (!target || !neighbour) continue;
          const moved = updateRow(rows, target.id, { swapWith: neighbour.id }, 99);
          expectOneRowAPlace(moved);
          const opposite = moved[moved.findIndex(({ id }) => id === target.id) + back];
          expect(opposite?.id).toBe(neighbour.id);
          const again = updateRow(moved, target.id, { swapWith: opposite?.id }, 100);
          expect(toLetters(again)).toBe(places);
        }
      }),
    );
  });

  it('reverts or refuses each change among later ones and keeps one row per position', () => {
    fc.assert(
      fc.property(steps('undo', 'undo'), (sequence) => {
        let rows: SetlistRow[] = [];
        let changes: RevertibleChange[] = [];
        for (const [number, step] of sequence.entries()) {
          if (step.kind === 'delete song') rows = rows.filter((_, place) => place !== step.at);
          else if (step.kind === 'undo') {
            const done = changes[step.at % Math.max(1, changes.length)];
            if (!done) continue;
            const back = tryTakeBack(rows, done, done === changes.at(-1));
            if (!back) continue;
            const others = (list: SetlistRow[]) => list.filter(({ id }) => id !== done.rowId);
            expect(others(back).map(content)).toEqual(
              expect.arrayContaining(others(rows).map(content)),
            );
            expect(others(back).length).toBe(others(rows).length);
            rows = back;
            changes = changes.filter((one) => one !== done);
          } else {
            const done = take(rows, step, number + 2);
            if (!done) continue;
            const difference = differenceOf(rows, done.rows);
            if (difference.before.length + difference.after.length === 0) continue;
            changes.push({ rowId: done.rowId, ...difference });
            rows = done.rows;
          }
          expectOneRowAPlace(rows);
        }
      }),
    );
  });
  const content = ({ position: _, ...rest }: SetlistRow) => rest;
  function tryTakeBack(rows: SetlistRow[], done: RevertibleChange, isLast: boolean) {
    try {
      return revertChange(rows, done, { isLast });
    } catch (error) {
      expect(error).toMatchObject({ statusCode: 409 });
      return undefined;
    }
  }
});

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
