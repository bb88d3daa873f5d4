import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../http/api-error.ts';
import {
  addRow,
  type Difference,
  removeRow,
  type SetlistRow,
  sortByPosition,
} from './setlist-rows.ts';

export interface RevertibleChange extends Difference {
  rowId: string;
}

/** Reverts the last change exactly, others only for their row. Throws 409 if the row changed. */
export function revertChange(
  rows: readonly SetlistRow[],
  change: RevertibleChange,
  { isLast }: { isLast: boolean },
): SetlistRow[] {
  return (isLast && restoreExactly(rows, change)) || revertAmongOthers(rows, change);
}

/** Returns undefined if a row of the change changed later. */
function restoreExactly(rows: readonly SetlistRow[], { before, after }: Difference) {
  const untouchedRows = rows.filter(
    (row) => !after.some((changed) => isDeepStrictEqual(changed, row)),
  );
  const restoredRows = sortByPosition([...untouchedRows, ...before]);
  const isUnchanged =
    untouchedRows.length === rows.length - after.length &&
    new Set(restoredRows.map(({ id }) => id)).size === restoredRows.length &&
    hasDistinctPositions(restoredRows);
  return isUnchanged ? restoredRows : undefined;
}

function revertAmongOthers(
  rows: readonly SetlistRow[],
  { rowId, before, after }: RevertibleChange,
) {
  const [oldRow, changedRow, currentRow] = [before, after, rows].map((list) =>
    list.find(({ id }) => id === rowId),
  );
  if (!changedRow) {
    if (!oldRow || currentRow) throw new ApiError(409, 'The removed song is in the setlist again');
    return addRow(rows, oldRow, { position: oldRow.position, insert: true });
  }
  if (!currentRow) throw new ApiError(409, 'The song is no longer in the setlist');
  if (currentRow.version !== changedRow.version)
    throw new ApiError(409, 'The song was changed again after that');
  if (!oldRow) return removeRow(rows, rowId);
  const positions = findRestoredPositions(rows, { before, after });
  return sortByPosition(
    rows.map((row) => ({
      ...(row === currentRow ? oldRow : row),
      setLabel: restoreLabel(row, { before, after }),
      position: positions.get(row.id) ?? row.position,
    })),
  );
}

/** Throws 409 unless later changes shifted all moved rows equally. */
function findRestoredPositions(rows: readonly SetlistRow[], { before, after }: Difference) {
  const positions = new Map<string, number>();
  const shifts = new Set<number>();
  for (const { id, position } of after) {
    if (findPosition(id, before) === position) continue;
    const shift = findPosition(id, rows) - position;
    shifts.add(shift);
    positions.set(id, findPosition(id, before) + shift);
  }
  const restoredRows = rows.map((row) => ({ position: positions.get(row.id) ?? row.position }));
  if (shifts.size > 1 || !hasDistinctPositions(restoredRows))
    throw new ApiError(409, 'The songs around it were moved after that');
  return positions;
}

function restoreLabel({ id, setLabel }: SetlistRow, { before, after }: Difference): string | null {
  const [oldRow, changedRow] = [before, after].map((list) => list.find((row) => row.id === id));
  return oldRow && changedRow?.setLabel === setLabel ? oldRow.setLabel : setLabel;
}

/** Returns NaN for a missing row, which never equals another position. */
function findPosition(rowId: string, rows: readonly SetlistRow[]): number {
  return rows.find(({ id }) => id === rowId)?.position ?? Number.NaN;
}

function hasDistinctPositions(rows: readonly Pick<SetlistRow, 'position'>[]): boolean {
  return new Set(rows.map(({ position }) => position)).size === rows.length;
}
