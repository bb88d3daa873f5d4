import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '#contract/endpoint.ts';
import { restOfSet, type updateSetlistSong } from '#contract/setlists.ts';
import type { liveSetlistSongs } from '../db/schema/setlists.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';

export type SetlistRow = typeof liveSetlistSongs.$inferSelect;

/** Adds the row at the end, in a gap, or with `insert` at a taken position (otherwise 409). */
export function addRow(
  rows: readonly SetlistRow[],
  row: Omit<SetlistRow, 'position'>,
  target: { position?: number | undefined; insert?: boolean | undefined },
): SetlistRow[] {
  const end = findLastPosition(rows) + 1;
  const position = Math.min(target.position ?? end, end);
  const isTaken = rows.some((row) => row.position === position);
  if (isTaken && !target.insert) throw new ApiError(409, `Position ${position} is already taken`);
  const otherRows = isTaken ? shift(rows, position, Number.POSITIVE_INFINITY, 1) : rows;
  return sortByPosition([...otherRows, { ...row, position }]);
}

/** The row gets the new version unless nothing changed. */
export function updateRow(
  rows: readonly SetlistRow[],
  rowId: string,
  fields: Omit<BodyOf<typeof updateSetlistSong>, 'version' | 'title'>,
  version: number,
): SetlistRow[] {
  const row = findRow(rows, rowId);
  const { songId = row.songId, isCloser = row.isCloser } = fields;
  const { notes = row.notes, setLabel = row.setLabel } = fields;
  const { segue = row.segue, breakAfter = row.breakAfter, source = row.source } = fields;
  const changedRow = { ...row, songId, isCloser, notes, setLabel, segue, breakAfter, source };
  const setRows = fields.restOfSet ? restOfSet(rows, row) : [];
  const otherRows = rows
    .filter((other) => other !== row)
    .map((other) => (setRows.includes(other) ? { ...other, setLabel } : other));
  const newRows = fields.swapWith
    ? swap(otherRows, changedRow, fields.swapWith)
    : move(
        otherRows,
        changedRow,
        Math.min(fields.position ?? row.position, findLastPosition(rows)),
      );
  return isDeepStrictEqual(newRows, rows)
    ? newRows
    : newRows.map((entry) => (entry.id === rowId ? { ...entry, version } : entry));
}

/** Shifts the rows in between toward the old position, only as far as the next gap. */
function move(
  otherRows: readonly SetlistRow[],
  row: SetlistRow,
  newPosition: number,
): SetlistRow[] {
  const direction = newPosition < row.position ? 1 : -1;
  let freePosition = newPosition;
  while (otherRows.some(({ position }) => position === freePosition)) freePosition += direction;
  const first = Math.min(newPosition, freePosition);
  const last = Math.max(newPosition, freePosition);
  const shiftedRows = shift(otherRows, first, last, direction);
  return sortByPosition([...shiftedRows, { ...row, position: newPosition }]);
}

function swap(otherRows: readonly SetlistRow[], row: SetlistRow, swapId: string): SetlistRow[] {
  const swapRow = otherRows.find(({ id }) => id === swapId);
  if (!swapRow) throw new ApiError(409, 'The song to swap with is no longer in the setlist');
  const unmovedRows = otherRows.filter((candidate) => candidate !== swapRow);
  return sortByPosition([
    ...unmovedRows,
    { ...swapRow, position: row.position },
    { ...row, position: swapRow.position },
  ]);
}

export function removeRow(rows: readonly SetlistRow[], rowId: string): SetlistRow[] {
  const row = findRow(rows, rowId);
  const otherRows = rows.filter((other) => other !== row);
  return shift(otherRows, row.position, Number.POSITIVE_INFINITY, -1);
}

export interface Difference {
  before: SetlistRow[];
  after: SetlistRow[];
}

export function diffRows(before: readonly SetlistRow[], after: readonly SetlistRow[]): Difference {
  return { before: findChangedRows(after, before), after: findChangedRows(before, after) };
}

/** Returns true if the rows differ in what was played, not only in notes, labels or versions. */
export function isCorrection({ before, after }: Difference): boolean {
  const listPlays = (rows: readonly SetlistRow[]) =>
    rows.map(({ position, songId, isCloser }) => `${position} ${songId} ${isCloser}`).sort();
  return !isDeepStrictEqual(listPlays(before), listPlays(after));
}

function findChangedRows(
  baseRows: readonly SetlistRow[],
  rows: readonly SetlistRow[],
): SetlistRow[] {
  const baseRowsById = new Map(baseRows.map((row) => [row.id, row]));
  return rows.filter((row) => !isDeepStrictEqual(row, baseRowsById.get(row.id)));
}

function findRow(rows: readonly SetlistRow[], rowId: string): SetlistRow {
  const row = rows.find(({ id }) => id === rowId);
  if (!row) throw notFound('Setlist song');
  return row;
}

function shift(
  rows: readonly SetlistRow[],
  first: number,
  last: number,
  offset: 1 | -1,
): SetlistRow[] {
  return rows.map((row) =>
    row.position >= first && row.position <= last
      ? { ...row, position: row.position + offset }
      : row,
  );
}

function findLastPosition(rows: readonly SetlistRow[]): number {
  return Math.max(0, ...rows.map(({ position }) => position));
}

export function sortByPosition(rows: SetlistRow[]): SetlistRow[] {
  return rows.sort((a, b) => a.position - b.position);
}
