import { addSong, type Expected, type Given } from './apply.ts';
import type { Request, RowChange } from './requests.ts';
import { score } from './scores.ts';
import { moved, same, swapped, withoutRow, withRow } from './setlist.ts';
import type { Row, Show, Tour } from './tour.ts';
import { undone } from './undo.ts';

type SetlistRequest = Extract<Request, { do: 'play' | 'play title' | 'edit' | 'remove' | 'undo' }>;

/** The rows after a request, or only the status of a refusal. */
type Arranged = { rows: Row[]; status: number } | { rows?: undefined; status: number };

/** Applies requests that change a setlist. A scored show is scored again. */
export function applyToSetlist(tour: Tour, request: SetlistRequest, given: Given): Expected {
  const show = tour.shows.find(({ id }) => id === request.showId);
  if (!show) return { status: 404 };
  const before = show.rows;
  const { rows, status } = arrange(tour, show, request, given);
  if (!rows || same(rows, before)) return { status };
  show.rows = rows;
  if (request.do === 'play' || request.do === 'play title') show.added.push(request.rowId);
  if (request.do !== 'undo')
    show.changes.push({
      id: given.changeId,
      rowId: request.rowId,
      by: request.by,
      before,
      after: rows,
    });
  if (show.isScored) score(tour, show);
  return { status };
}

function arrange(tour: Tour, show: Show, request: SetlistRequest, given: Given): Arranged {
  switch (request.do) {
    case 'play':
      return play(tour, show, request);
    case 'play title': {
      const { title } = request;
      const known = tour.songs.find(
        (candidate) => candidate.title.toLowerCase() === title.toLowerCase(),
      );
      const isAdded = tour.shows.some(({ added }) => added.includes(request.rowId));
      const song = known ?? (isAdded ? undefined : addSong(tour, given.songId, title));
      const how = { position: undefined, insert: false, isCloser: false };
      return play(tour, show, { ...request, ...how, songId: song?.id ?? '' });
    }
    case 'edit': {
      const row = show.rows.find(({ id }) => id === request.rowId);
      if (!row) return { status: 404 };
      if (request.from && request.from.edition !== row.edition) return { status: 409 };
      const { songId } = request;
      if (songId && !tour.songs.some(({ id }) => id === songId)) return { status: 400 };
      return edit(tour, show.rows, row, request);
    }
    case 'remove': {
      const row = show.rows.find(({ id }) => id === request.rowId);
      if (!row) return { status: 404 };
      if (request.from && request.from.edition !== row.edition) return { status: 409 };
      return { rows: withoutRow(show.rows, request.rowId), status: 204 };
    }
    case 'undo': {
      const rows = undone(tour, show, request.changeId);
      return rows ? { rows, status: 200 } : { status: 409 };
    }
  }
}

function play(
  tour: Tour,
  show: Show,
  request: Omit<Extract<SetlistRequest, { do: 'play' }>, 'do'>,
): Arranged {
  const { rowId, songId, isCloser, timesSeen } = request;
  // A repeated request adds nothing twice, and doesn't restore a row that was removed since.
  if (show.added.includes(rowId))
    return { status: show.rows.some(({ id }) => id === rowId) ? 201 : 409 };
  if (tour.shows.some(({ added }) => added.includes(rowId))) return { status: 409 };
  if (!tour.songs.some(({ id }) => id === songId)) return { status: 400 };
  // Another administrator has just entered this song.
  if (show.rows.filter((row) => row.songId === songId).length > timesSeen) return { status: 409 };
  const playedAt = show.status === 'live' ? tour.now : null;
  tour.editions += 1;
  const edition = tour.editions;
  const facts = { notes: null, breakAfter: null, playedAt, edition };
  const row = { id: rowId, songId, isCloser, ...facts, position: 0 };
  const rows = withRow(show.rows, row, request);
  return rows ? { rows, status: 201 } : { status: 409 };
}

function edit(tour: Tour, rows: readonly Row[], row: Row, change: RowChange): Arranged {
  const other = rows.find(({ id }) => id === change.swapWith && id !== row.id);
  if (change.swapWith && !other) return { status: 409 };
  const { songId = row.songId, isCloser = row.isCloser, notes = row.notes } = change;
  const { breakAfter = row.breakAfter } = change;
  const facts = { songId, isCloser, notes, breakAfter };
  const changed = rows.map((one) => (one === row ? { ...one, ...facts } : one));
  const { position = row.position } = change;
  const arranged = other ? swapped(changed, row, other) : moved(changed, row.id, position);
  if (same(arranged, rows)) return { rows: arranged, status: 200 };
  tour.editions += 1;
  const edition = tour.editions;
  return {
    rows: arranged.map((one) => (one.id === row.id ? { ...one, edition } : one)),
    status: 200,
  };
}
