import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../http/api-error.ts';
import { addRow, type Difference, inOrder, removeRow, type SetlistRow } from './arrange.ts';

/** A change of a setlist, as it is on record. */
export interface RevertibleChange extends Difference {
  /** The row that it was about. */
  rowId: string;
}

/**
 * The setlist with a change taken back: exactly as it was, while the change is the last one; among what
 * others did since, it loses the row that was added, has the removed one again at its place, or has the
 * changed one as it was, and the rest of its set where it was. Throws 409 where that row is not any
 * more as the change left it.
 */
export function revertChange(
  rows: readonly SetlistRow[],
  done: RevertibleChange,
  { isLast }: { isLast: boolean },
): SetlistRow[] {
  return (isLast && exactly(rows, done)) || amongOthers(rows, done);
}

/** Undefined where a row that the change touched is not as it left it. */
function exactly(rows: readonly SetlistRow[], { before, after }: Difference) {
  const untouched = rows.filter((row) => !after.some((one) => isDeepStrictEqual(one, row)));
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
  if (!is) throw new ApiError(409, 'The song is not in the setlist any more');
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

/** Where the rows that it moved go back to, by id, if others have pushed them all along equally far. */
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

/** The set that a row goes back to, unless somebody has put it into another since. */
function labelBack({ id, setLabel }: SetlistRow, { before, after }: Difference): string | null {
  const [was, became] = [before, after].map((list) => list.find((row) => row.id === id));
  return was && became?.setLabel === setLabel ? was.setLabel : setLabel;
}

/** NaN where it is gone: no push is equal to that. */
function placeOf(rowId: string, rows: readonly SetlistRow[]): number {
  return rows.find(({ id }) => id === rowId)?.position ?? Number.NaN;
}

function hasOneRowAPlace(rows: readonly Pick<SetlistRow, 'position'>[]): boolean {
  return new Set(rows.map(({ position }) => position)).size === rows.length;
}
