import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../http/api-error.ts';
import { addRow, type Difference, inOrder, removeRow, type SetlistRow } from './arrange.ts';

export interface RevertibleChange extends Difference {
  rowId: string;
}

/**
 * Reverts the last change exactly. For an earlier one, the row is removed, returns to its position
 * or gets its old fields. Throws 409 if it is no longer as the change left it.
 */
export function revertChange(
  rows: readonly SetlistRow[],
  done: RevertibleChange,
  { isLast }: { isLast: boolean },
): SetlistRow[] {
  return (isLast && exactly(rows, done)) || amongOthers(rows, done);
}

/** Undefined if a row that the change touched is no longer as it left it. */
function exactly(rows: readonly SetlistRow[], { before, after }: Difference) {
  const untouched = rows.filter((row) => !after.some((changed) => isDeepStrictEqual(changed, row)));
  const back = inOrder([...untouched, ...before]);
  const isAsLeft =
    untouched.length === rows.length - after.length &&
    new Set(back.map(({ id }) => id)).size === back.length &&
    hasOneRowAPlace(back);
  return isAsLeft ? back : undefined;
}

function amongOthers(rows: readonly SetlistRow[], { rowId, before, after }: RevertibleChange) {
  const [was, became, is] = [before, after, rows].map((list) =>
    list.find(({ id }) => id === rowId),
  );
  if (!became) {
    if (!was || is) throw new ApiError(409, 'The removed song is in the setlist again');
    return addRow(rows, was, { position: was.position, insert: true });
  }
  if (!is) throw new ApiError(409, 'The song is no longer in the setlist');
  if (is.version !== became.version)
    throw new ApiError(409, 'The song has been changed again since then');
  if (!was) return removeRow(rows, rowId);
  const places = placesBack(rows, { before, after });
  return inOrder(
    rows.map((row) => ({
      ...(row === is ? was : row),
      setLabel: labelBack(row, { before, after }),
      position: places.get(row.id) ?? row.position,
    })),
  );
}

/** The positions to return to, by row id, if others have pushed all moved rows equally far. */
function placesBack(rows: readonly SetlistRow[], { before, after }: Difference) {
  const places = new Map<string, number>();
  const pushes = new Set<number>();
  for (const { id, position } of after) {
    if (placeOf(id, before) === position) continue;
    const push = placeOf(id, rows) - position;
    pushes.add(push);
    places.set(id, placeOf(id, before) + push);
  }
  const back = rows.map((row) => ({ position: places.get(row.id) ?? row.position }));
  if (pushes.size > 1 || !hasOneRowAPlace(back))
    throw new ApiError(409, 'The songs around it have been moved since then');
  return places;
}

function labelBack({ id, setLabel }: SetlistRow, { before, after }: Difference): string | null {
  const [was, became] = [before, after].map((list) => list.find((row) => row.id === id));
  return was && became?.setLabel === setLabel ? was.setLabel : setLabel;
}

/** NaN for a missing row, which equals no other distance. */
function placeOf(rowId: string, rows: readonly SetlistRow[]): number {
  return rows.find(({ id }) => id === rowId)?.position ?? Number.NaN;
}

function hasOneRowAPlace(rows: readonly Pick<SetlistRow, 'position'>[]): boolean {
  return new Set(rows.map(({ position }) => position)).size === rows.length;
}
