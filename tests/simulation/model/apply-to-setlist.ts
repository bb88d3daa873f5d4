import { addSong, type Expected, type ServerIds } from './apply.ts';
import type { Request, RowChange } from './requests.ts';
import { score } from './scores.ts';
import { haveSameRows, insertRow, moveRow, removeRow, swapRows } from './setlist.ts';
import type { Row, Show, Tour } from './tour.ts';
import { undoChange } from './undo.ts';

type SetlistRequest = Extract<
  Request,
  { kind: 'play' | 'play title' | 'edit' | 'remove' | 'undo' }
>;

type Arrangement = { rows: Row[]; status: number } | { rows?: undefined; status: number };

/** If the show is scored, its predictions are scored again. */
export function applyToSetlist(tour: Tour, request: SetlistRequest, ids: ServerIds): Expected {
  const show = tour.shows.find(({ id }) => id === request.showId);
  if (!show) return { status: 404 };
  const rowsBefore = show.rows;
  const { rows, status } = arrange(tour, show, request, ids);
  if (!rows || haveSameRows(rows, rowsBefore)) return { status };
  show.rows = rows;
  if (request.kind === 'play' || request.kind === 'play title')
    show.addedRowIds.push(request.rowId);
  if (request.kind !== 'undo')
    show.changes.push({
      id: ids.changeId,
      rowId: request.rowId,
      actor: request.actor,
      rowsBefore,
      rowsAfter: rows,
    });
  if (show.isScored) score(tour, show);
  return { status };
}

function arrange(tour: Tour, show: Show, request: SetlistRequest, ids: ServerIds): Arrangement {
  switch (request.kind) {
    case 'play':
      return play(tour, show, request);
    case 'play title': {
      const { title } = request;
      const existingSong = tour.songs.find(
        (candidate) => candidate.title.toLowerCase() === title.toLowerCase(),
      );
      const wasAdded = tour.shows.some(({ addedRowIds }) => addedRowIds.includes(request.rowId));
      const song = existingSong ?? (wasAdded ? undefined : addSong(tour, ids.songId, title));
      const options = { position: undefined, insert: false, isCloser: false };
      return play(tour, show, { ...request, ...options, songId: song?.id ?? '' });
    }
    case 'edit': {
      const row = show.rows.find(({ id }) => id === request.rowId);
      if (!row) return { status: 404 };
      if (request.base && request.base.edition !== row.edition) return { status: 409 };
      const { songId } = request;
      if (songId && !tour.songs.some(({ id }) => id === songId)) return { status: 400 };
      return edit(tour, show.rows, row, request);
    }
    case 'remove': {
      const row = show.rows.find(({ id }) => id === request.rowId);
      if (!row) return { status: 404 };
      if (request.base && request.base.edition !== row.edition) return { status: 409 };
      return { rows: removeRow(show.rows, request.rowId), status: 204 };
    }
    case 'undo': {
      const rows = undoChange(tour, show, request.changeId);
      return rows ? { rows, status: 200 } : { status: 409 };
    }
  }
}

function play(
  tour: Tour,
  show: Show,
  request: Omit<Extract<SetlistRequest, { kind: 'play' }>, 'kind'>,
): Arrangement {
  const { rowId, songId, isCloser, timesSeen } = request;
  // A repeated request doesn't restore a row that was removed in the meantime.
  if (show.addedRowIds.includes(rowId))
    return { status: show.rows.some(({ id }) => id === rowId) ? 201 : 409 };
  if (tour.shows.some(({ addedRowIds }) => addedRowIds.includes(rowId))) return { status: 409 };
  if (!tour.songs.some(({ id }) => id === songId)) return { status: 400 };
  if (show.rows.filter((row) => row.songId === songId).length > timesSeen) return { status: 409 };
  const playedAt = show.status === 'live' ? tour.now : null;
  tour.editions += 1;
  const edition = tour.editions;
  const fields = { notes: null, breakAfter: null, playedAt, edition };
  const row = { id: rowId, songId, isCloser, ...fields, position: 0 };
  const rows = insertRow(show.rows, row, request);
  return rows ? { rows, status: 201 } : { status: 409 };
}

function edit(tour: Tour, rows: readonly Row[], row: Row, change: RowChange): Arrangement {
  const other = rows.find(({ id }) => id === change.swapWith && id !== row.id);
  if (change.swapWith && !other) return { status: 409 };
  const { songId = row.songId, isCloser = row.isCloser, notes = row.notes } = change;
  const { breakAfter = row.breakAfter } = change;
  const fields = { songId, isCloser, notes, breakAfter };
  const changedRows = rows.map((item) => (item === row ? { ...item, ...fields } : item));
  const { position = row.position } = change;
  const arrangedRows = other
    ? swapRows(changedRows, row, other)
    : moveRow(changedRows, row.id, position);
  if (haveSameRows(arrangedRows, rows)) return { rows: arrangedRows, status: 200 };
  tour.editions += 1;
  const edition = tour.editions;
  return {
    rows: arrangedRows.map((item) => (item.id === row.id ? { ...item, edition } : item)),
    status: 200,
  };
}
