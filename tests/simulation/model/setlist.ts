import { type Row, sortByPosition } from './tour.ts';

export function findNextPosition(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(({ position }) => position)) + 1;
}

function isTaken(rows: readonly Row[], place: number): boolean {
  return rows.some(({ position }) => position === place);
}

/** Returns undefined if the position is taken. With `insert`, later rows move down instead. */
export function insertRow(
  rows: readonly Row[],
  row: Row,
  { position, insert }: { position: number | undefined; insert: boolean },
): Row[] | undefined {
  const place = Math.min(position ?? Number.POSITIVE_INFINITY, findNextPosition(rows));
  if (!isTaken(rows, place)) return sortByPosition([...rows, { ...row, position: place }]);
  if (!insert) return undefined;
  const shifted = rows.map((other) =>
    other.position < place ? other : { ...other, position: other.position + 1 },
  );
  return sortByPosition([...shifted, { ...row, position: place }]);
}

export function removeRow(rows: readonly Row[], rowId: string): Row[] {
  const removedRow = rows.find(({ id }) => id === rowId);
  if (!removedRow) return [...rows];
  return rows
    .filter((row) => row !== removedRow)
    .map((row) =>
      row.position > removedRow.position ? { ...row, position: row.position - 1 } : row,
    );
}

/** Rows shift toward the position that the row leaves, as far as the next free position. */
export function moveRow(rows: readonly Row[], rowId: string, targetPosition: number): Row[] {
  const row = rows.find(({ id }) => id === rowId);
  if (!row) return [...rows];
  const place = Math.min(targetPosition, findNextPosition(rows) - 1);
  const direction = place <= row.position ? 1 : -1;
  let others = rows.filter((other) => other !== row);
  let freePosition = place;
  while (isTaken(others, freePosition)) freePosition += direction;
  while (freePosition !== place) {
    const next = freePosition - direction;
    const target = freePosition;
    others = others.map((other) =>
      other.position === next ? { ...other, position: target } : other,
    );
    freePosition = next;
  }
  return sortByPosition([...others, { ...row, position: place }]);
}

export function swapRows(rows: readonly Row[], row: Row, other: Row): Row[] {
  const positions = new Map([
    [row.id, other.position],
    [other.id, row.position],
  ]);
  return sortByPosition(
    rows.map((item) => ({ ...item, position: positions.get(item.id) ?? item.position })),
  );
}

export function haveSameRows(rows: readonly Row[], otherRows: readonly Row[]): boolean {
  return JSON.stringify(sortByPosition(rows)) === JSON.stringify(sortByPosition(otherRows));
}
