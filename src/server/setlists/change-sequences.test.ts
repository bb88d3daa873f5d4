import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRow, buildSetlist, toLetters } from '../../../tests/support/setlist-shorthand.ts';
import { type RevertibleChange, revertChange } from './revert-change.ts';
import { addRow, diffRows, removeRow, type SetlistRow, updateRow } from './setlist-rows.ts';

type Step = { kind: string; rowSeed: number; position: number };
const kinds = ['add', 'insert', 'fill', 'move', 'up', 'down', 'remove', 'replace'];
const steps = (...extraKinds: string[]) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds, 'delete song', ...extraKinds),
      rowSeed: fc.nat(30),
      position: fc.integer({ min: 1, max: 30 }),
    }),
    { maxLength: 40 },
  );

function applyStep(rows: SetlistRow[], { kind, rowSeed, position }: Step, version: number) {
  const index = rowSeed % Math.max(1, rows.length);
  const target = rows[index];
  const added = { ...buildRow(`${version}`), version };
  if (!target || kind === 'add') return { rows: addRow(rows, added, {}), rowId: added.id };
  if (kind === 'insert')
    return { rows: addRow(rows, added, { position, insert: true }), rowId: added.id };
  if (kind === 'fill') {
    const gapPosition = toLetters(rows).indexOf('.') + 1;
    if (gapPosition === 0) return undefined;
    return { rows: addRow(rows, added, { position: gapPosition }), rowId: added.id };
  }
  const rowId = target.id;
  if (kind === 'move') return { rows: updateRow(rows, rowId, { position }, version), rowId };
  if (kind === 'replace')
    return { rows: updateRow(rows, rowId, { songId: `song ${position}` }, version), rowId };
  const setStart = { setLabel: `Set ${position % 3}`, restOfSet: true };
  if (kind === 'start set') return { rows: updateRow(rows, rowId, setStart, version), rowId };
  if (kind === 'remove') return { rows: removeRow(rows, rowId), rowId };
  const neighbor = rows[kind === 'up' ? index - 1 : index + 1];
  if (!neighbor) return undefined;
  return { rows: updateRow(rows, rowId, { swapWith: neighbor.id }, version), rowId };
}

function expectDistinctPositions(rows: readonly SetlistRow[]) {
  const positions = rows.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  expect(positions.every((position) => Number.isInteger(position) && position >= 1)).toBe(true);
}

const countGaps = (rows: readonly SetlistRow[]) => (rows.at(-1)?.position ?? 0) - rows.length;

describe('any sequence of changes', () => {
  it('keeps one row per position, with gaps only for deleted songs, and can be fully undone', () => {
    fc.assert(
      fc.property(steps('start set', 'start set'), (sequence) => {
        let rows: SetlistRow[] = [];
        let deleted = 0;
        const history: (RevertibleChange & { rows: SetlistRow[] })[] = [];
        for (const [stepIndex, step] of sequence.entries()) {
          if (step.kind === 'delete song') {
            if (history.length > 0) continue;
            rows = buildSetlist('abcdefgh').filter(
              ({ position }) => position % 9 !== step.position % 9,
            );
            deleted = 8 - rows.length;
            continue;
          }
          const result = applyStep(rows, step, stepIndex + 2);
          if (!result) continue;
          history.push({ rows, rowId: result.rowId, ...diffRows(rows, result.rows) });
          rows = result.rows;
          expectDistinctPositions(rows);
          expect(countGaps(rows)).toBeLessThanOrEqual(deleted);
        }
        for (const result of history.reverse()) {
          if (result.before.length + result.after.length === 0) continue;
          rows = revertChange(rows, result, { isLast: true });
          expect(rows).toEqual(result.rows);
        }
      }),
    );
  });

  it('lets a move down undo a move up, and vice versa', () => {
    fc.assert(
      fc.property(steps(), fc.nat(30), (sequence, rowSeed) => {
        let rows: SetlistRow[] = [];
        for (const [stepIndex, step] of sequence.entries()) {
          if (step.kind === 'delete song') rows = rows.filter((_, index) => index !== step.rowSeed);
          else rows = applyStep(rows, step, stepIndex + 2)?.rows ?? rows;
        }
        const target = rows[rowSeed % Math.max(1, rows.length)];
        const letters = toLetters(rows);
        for (const [offset, oppositeOffset] of [
          [-1, 1],
          [1, -1],
        ] as const) {
          const neighbor = rows[rows.indexOf(target as SetlistRow) + offset];
          if (!target || !neighbor) continue;
          const moved = updateRow(rows, target.id, { swapWith: neighbor.id }, 99);
          expectDistinctPositions(moved);
          const opposite = moved[moved.findIndex(({ id }) => id === target.id) + oppositeOffset];
          expect(opposite?.id).toBe(neighbor.id);
          const restored = updateRow(moved, target.id, { swapWith: opposite?.id }, 100);
          expect(toLetters(restored)).toBe(letters);
        }
      }),
    );
  });

  it('reverts or rejects a change that later changes followed, and keeps one row per position', () => {
    fc.assert(
      fc.property(steps('undo', 'undo'), (sequence) => {
        let rows: SetlistRow[] = [];
        let changes: RevertibleChange[] = [];
        for (const [stepIndex, step] of sequence.entries()) {
          if (step.kind === 'delete song') rows = rows.filter((_, index) => index !== step.rowSeed);
          else if (step.kind === 'undo') {
            const result = changes[step.rowSeed % Math.max(1, changes.length)];
            if (!result) continue;
            const reverted = tryRevert(rows, result, result === changes.at(-1));
            if (!reverted) continue;
            const otherRows = (list: SetlistRow[]) => list.filter(({ id }) => id !== result.rowId);
            expect(otherRows(reverted).map(omitPosition)).toEqual(
              expect.arrayContaining(otherRows(rows).map(omitPosition)),
            );
            expect(otherRows(reverted).length).toBe(otherRows(rows).length);
            rows = reverted;
            changes = changes.filter((change) => change !== result);
          } else {
            const result = applyStep(rows, step, stepIndex + 2);
            if (!result) continue;
            const difference = diffRows(rows, result.rows);
            if (difference.before.length + difference.after.length === 0) continue;
            changes.push({ rowId: result.rowId, ...difference });
            rows = result.rows;
          }
          expectDistinctPositions(rows);
        }
      }),
    );
  });
  const omitPosition = ({ position: _, ...rest }: SetlistRow) => rest;
  function tryRevert(rows: SetlistRow[], result: RevertibleChange, isLast: boolean) {
    try {
      return revertChange(rows, result, { isLast });
    } catch (error) {
      expect(error).toMatchObject({ statusCode: 409 });
      return undefined;
    }
  }
});
