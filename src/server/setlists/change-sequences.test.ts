import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { row, setlist, toLetters } from '../../../tests/support/setlist-shorthand.ts';
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
