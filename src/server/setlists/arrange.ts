import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '#contract/endpoint.ts';
import { restOfSet, type updateSetlistSong } from '#contract/setlists.ts';
import type { liveSetlistSongs } from '../db/schema/setlists.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';

export type SetlistRow = typeof liveSetlistSongs.$inferSelect;

/**
 * Adds a row at the end, in a gap, or, with `insert`, at a taken position, which moves later rows
 * down. A position beyond the end means the end. Throws 409 for a taken position without `insert`.
 */
export function addRow(
  rows: readonly SetlistRow[],
  row: Omit<SetlistRow, 'position'>,
  target: { position?: number | undefined; insert?: boolean | undefined },
): SetlistRow[] {
  const end = lastPosition(rows) + 1;
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
  const { segue = row.segue, breakAfter = row.breakAfter } = fields;
  const changed = { ...row, songId, isCloser, notes, setLabel, segue, breakAfter };
  const setRows = fields.restOfSet ? restOfSet(rows, row) : [];
  const others = rows
    .filter((other) => other !== row)
    .map((other) => (setRows.includes(other) ? { ...other, setLabel } : other));
  const arranged = fields.swapWith
    ? swap(others, changed, fields.swapWith)
    : move(others, changed, Math.min(fields.position ?? row.position, lastPosition(rows)));
  return isDeepStrictEqual(arranged, rows)
    ? arranged
    : arranged.map((entry) => (entry.id === rowId ? { ...entry, version } : entry));
}

/** Shifts the rows in between toward the old position, only as far as the next gap. */
function move(others: readonly SetlistRow[], row: SetlistRow, to: number): SetlistRow[] {
  const from = row.position;
  const direction = to < from ? 1 : -1;
  let free = to;
  while (others.some(({ position }) => position === free)) free += direction;
  const shiftedRows = shift(others, Math.min(to, free), Math.max(to, free), direction);
  return sortByPosition([...shiftedRows, { ...row, position: to }]);
}

function swap(others: readonly SetlistRow[], row: SetlistRow, otherId: string): SetlistRow[] {
  const other = others.find(({ id }) => id === otherId);
  if (!other) throw new ApiError(409, 'The song to swap with is no longer in the setlist');
  const rest = others.filter((candidate) => candidate !== other);
  const swapped = { ...other, position: row.position };
  return sortByPosition([...rest, swapped, { ...row, position: other.position }]);
}

export function removeRow(rows: readonly SetlistRow[], rowId: string): SetlistRow[] {
  const row = findRow(rows, rowId);
  const others = rows.filter((other) => other !== row);
  return shift(others, row.position, Number.POSITIVE_INFINITY, -1);
}

export interface Difference {
  before: SetlistRow[];
  after: SetlistRow[];
}

export function diffRows(before: readonly SetlistRow[], after: readonly SetlistRow[]): Difference {
  return { before: findChangedRows(after, before), after: findChangedRows(before, after) };
}

function findChangedRows(others: readonly SetlistRow[], rows: readonly SetlistRow[]): SetlistRow[] {
  const byId = new Map(others.map((row) => [row.id, row]));
  return rows.filter((row) => !isDeepStrictEqual(row, byId.get(row.id)));
}

function findRow(rows: readonly SetlistRow[], rowId: string): SetlistRow {
  const row = rows.find(({ id }) => id === rowId);
  if (!row) throw notFound('Setlist song');
  return row;
}

function shift(
  rows: readonly SetlistRow[],
  from: number,
  to: number,
  offset: 1 | -1,
): SetlistRow[] {
  return rows.map((row) =>
    row.position >= from && row.position <= to ? { ...row, position: row.position + offset } : row,
  );
}

function lastPosition(rows: readonly SetlistRow[]): number {
  return Math.max(0, ...rows.map(({ position }) => position));
}

export function sortByPosition(rows: SetlistRow[]): SetlistRow[] {
  return rows.sort((a, b) => a.position - b.position);
}
