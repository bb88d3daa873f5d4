import { restOfSet, type SetlistEntry } from '#contract/setlists.ts';
import type { UnsentChange } from './unsent-changes.ts';

/** A row as this administrator has made it, whether or not the server has heard of it yet. */
export interface ShownRow extends SetlistEntry {
  isUnsent: boolean;
}

/**
 * The setlist with what this device has done to it and not sent yet. What was refused is no part of
 * it, nor can it be known what an undo will leave.
 */
export function withUnsent(
  rows: readonly SetlistEntry[],
  changes: readonly UnsentChange[],
): ShownRow[] {
  const shown = rows.map((row): ShownRow => ({ ...row, isUnsent: false }));
  const gone = new Set(changes.flatMap(({ deed, after }) => (deed.do === 'undo' && after) || []));
  // Holes that deleted songs left stay where they are; what is put in pushes the rest along.
  const places = rows.map(({ position }) => position);
  const end = places.at(-1) ?? 0;
  return changes
    .filter(({ id, refusal }) => refusal === undefined && !gone.has(id))
    .reduce(withOne, shown)
    .map((row, index) => ({ ...row, position: places[index] ?? end + index - rows.length + 1 }));
}

/** The setlist with a change that has arrived, and what the server answered to it. */
export function withArrived(
  rows: SetlistEntry[],
  change: UnsentChange,
  entry: SetlistEntry | undefined,
): SetlistEntry[] {
  const known = rows.find(({ id }) => id === change.rowId);
  // What was read since has it already.
  if (known && entry && known.version >= entry.version) return rows;
  const isAtEnd = change.deed.do === 'add' && change.deed.beforeId === undefined;
  return withUnsent(rows, [change]).map(({ isUnsent: _, ...row }) => {
    if (row.id !== entry?.id) return row;
    // The places of the others are as they were here; behind them there may be more by now.
    return isAtEnd ? entry : { ...entry, position: row.position };
  });
}

function withOne(rows: ShownRow[], { showId, rowId, title, deed }: UnsentChange): ShownRow[] {
  const index = rows.findIndex(({ id }) => id === rowId);
  const row = rows[index];
  switch (deed.do) {
    case 'add': {
      // It has arrived, and only its answer is on its way.
      if (row) return rows;
      const { songId = '', isCloser = false, notes = null, setLabel = null } = deed.body;
      const { segue = false, breakAfter = null } = deed.body;
      const facts = { showId, songId, isCloser, notes, setLabel, segue, breakAfter };
      const song = { id: songId, title };
      const added = { id: rowId, ...facts, song, position: 0, playedAt: null, version: 0 };
      const before = rows.findIndex(({ id }) => id === deed.beforeId);
      return rows.toSpliced(before < 0 ? rows.length : before, 0, { ...added, isUnsent: true });
    }
    case 'update': {
      if (!row) return rows;
      const { position: _, version: __, swapWith, restOfSet: isRest, ...fields } = deed.body;
      const { songId, title: newTitle, ...facts } = fields;
      const song = songId || newTitle ? { id: songId ?? '', title } : row.song;
      const changed = { ...row, ...defined(facts), song, songId: song.id, isUnsent: true };
      const { setLabel } = changed;
      const its = isRest ? restOfSet(rows, row) : [];
      const others = rows
        .map((one) => (its.includes(one) ? { ...one, setLabel, isUnsent: true } : one))
        .toSpliced(index, 1);
      // Places are exchanged with a neighbour: that is a move by one.
      const to = rows.findIndex(({ id }) => id === (swapWith ?? deed.toPlaceOf));
      return others.toSpliced(to < 0 ? index : to, 0, changed);
    }
    case 'remove':
      return rows.filter((one) => one !== row);
    case 'undo':
      return rows;
  }
}

type Defined<Of> = { [Key in keyof Of]: Exclude<Of[Key], undefined> };

function defined<Of extends object>(of: Of): Partial<Defined<Of>> {
  return Object.fromEntries(
    Object.entries(of).filter(([, value]) => value !== undefined),
  ) as Partial<Defined<Of>>;
}
