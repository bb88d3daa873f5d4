import { haveSameRows, insertRow, removeRow } from './setlist.ts';
import { type Row, type SetlistChange, type Show, sortByPosition, type Tour } from './tour.ts';

/** Undoes and forgets the given change, or else the latest possible one. */
export function undoChange(
  tour: Tour,
  show: Show,
  changeId: number | undefined,
): Row[] | undefined {
  const latest = show.changes.at(-1);
  const candidates = show.changes.filter(({ id }) => changeId === undefined || id === changeId);
  for (const change of candidates.reverse()) {
    const isLast = change === latest && !change.isDisturbed;
    const exact = isLast ? restoreExactly(show.rows, change) : undefined;
    const rows = exact ?? restoreRow(show.rows, change);
    if (!rows || !haveSongs(tour, rows)) continue;
    for (const laterChange of show.changes.slice(show.changes.indexOf(change) + 1))
      laterChange.isDisturbed = true;
    show.changes = show.changes.filter((otherChange) => otherChange !== change);
    return rows;
  }
  return undefined;
}

function haveSongs(tour: Tour, rows: readonly Row[]): boolean {
  return rows.every(({ songId }) => tour.songs.some(({ id }) => id === songId));
}

/** Restores the rows exactly, if no row that the change touched has changed since. */
function restoreExactly(
  rows: readonly Row[],
  { rowsBefore: before, rowsAfter: after }: SetlistChange,
): Row[] | undefined {
  const rowBefore = listChangedRows(before, after);
  const rowAfter = listChangedRows(after, before);
  if (!rowAfter.every((one) => rows.some((row) => haveSameRows([row], [one])))) return undefined;
  const others = rows.filter((row) => !rowAfter.some(({ id }) => id === row.id));
  return validateRows([...others, ...rowBefore]);
}

function listChangedRows(rows: readonly Row[], others: readonly Row[]): Row[] {
  return rows.filter((row) => !others.some((other) => haveSameRows([row], [other])));
}

/** Restores only the changed row, because the setlist has changed since. */
function restoreRow(rows: readonly Row[], change: SetlistChange): Row[] | undefined {
  const [rowBefore, rowAfter, presentRow] = [change.rowsBefore, change.rowsAfter, rows].map(
    (list) => list.find(({ id }) => id === change.rowId),
  );
  if (!rowAfter) {
    if (!rowBefore || presentRow) return undefined;
    return insertRow(rows, rowBefore, { position: rowBefore.position, insert: true });
  }
  if (!presentRow || presentRow.edition !== rowAfter.edition) return undefined;
  if (!rowBefore) return removeRow(rows, presentRow.id);
  // Moved rows return to their positions, if all of them have since shifted by the same amount.
  const moves = listChangedRows(change.rowsAfter, change.rowsBefore).map((changedRow) => {
    const now = rows.find(({ id }) => id === changedRow.id);
    const originalRow = change.rowsBefore.find(({ id }) => id === changedRow.id);
    return {
      id: changedRow.id,
      push: now && now.position - changedRow.position,
      from: originalRow?.position,
    };
  });
  const [push] = moves.map((move) => move.push);
  if (push === undefined || moves.some((move) => move.push !== push)) return undefined;
  const restoredRows = rows.map((row) => {
    const move = moves.find(({ id }) => id === row.id);
    const position = move?.from === undefined ? row.position : move.from + push;
    return { ...(row === presentRow ? rowBefore : row), position };
  });
  return validateRows(restoredRows);
}

/** Returns the sorted rows, or undefined if a position or an ID occurs twice. */
function validateRows(rows: readonly Row[]): Row[] | undefined {
  const places = new Set(rows.map(({ position }) => position));
  const ids = new Set(rows.map(({ id }) => id));
  return places.size === rows.length && ids.size === rows.length ? sortByPosition(rows) : undefined;
}
