import { inOrder, type Row } from './tour.ts';

/** The position after the last row. */
export function nextPosition(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(({ position }) => position)) + 1;
}

function isTaken(rows: readonly Row[], place: number): boolean {
  return rows.some(({ position }) => position === place);
}

/**
 * Adds a row. Returns undefined if its position is taken. With `insert`, the rows from that
 * position on move down. A position past the end means the end.
 */
export function insertRow(
  rows: readonly Row[],
  row: Row,
  { position, insert }: { position: number | undefined; insert: boolean },
): Row[] | undefined {
  const place = Math.min(position ?? Number.POSITIVE_INFINITY, nextPosition(rows));
  if (!isTaken(rows, place)) return inOrder([...rows, { ...row, position: place }]);
  if (!insert) return undefined;
  const shifted = rows.map((one) =>
    one.position < place ? one : { ...one, position: one.position + 1 },
  );
  return inOrder([...shifted, { ...row, position: place }]);
}

/** Removes a row and closes the gap. */
export function removeRow(rows: readonly Row[], rowId: string): Row[] {
  const removedRow = rows.find(({ id }) => id === rowId);
  if (!removedRow) return [...rows];
  return rows
    .filter((row) => row !== removedRow)
    .map((row) =>
      row.position > removedRow.position ? { ...row, position: row.position - 1 } : row,
    );
}

/**
 * Moves a row. The rows in between shift by one toward the position that it leaves, up to the next
 * free position.
 */
export function moveRow(rows: readonly Row[], rowId: string, targetPosition: number): Row[] {
  const row = rows.find(({ id }) => id === rowId);
  if (!row) return [...rows];
  const place = Math.min(targetPosition, nextPosition(rows) - 1);
  const towards = place <= row.position ? 1 : -1;
  let others = rows.filter((one) => one !== row);
  let free = place;
  while (isTaken(others, free)) free += towards;
  while (free !== place) {
    const next = free - towards;
    const to = free;
    others = others.map((one) => (one.position === next ? { ...one, position: to } : one));
    free = next;
  }
  return inOrder([...others, { ...row, position: place }]);
}

/** Swaps the positions of two rows. */
export function swapRows(rows: readonly Row[], one: Row, other: Row): Row[] {
  const places = new Map([
    [one.id, other.position],
    [other.id, one.position],
  ]);
  return inOrder(rows.map((row) => ({ ...row, position: places.get(row.id) ?? row.position })));
}

/** Whether two setlists have the same stored data. */
export function haveSameRows(one: readonly Row[], other: readonly Row[]): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}
