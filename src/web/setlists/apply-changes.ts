import { restOfSet, type SetlistEntry } from '#contract/setlists.ts';
import type { UnsentChange } from './unsent-changes.ts';

export interface DisplayedRow extends SetlistEntry {
  isUnsent: boolean;
}

/** Skips rejected changes, and undos, whose results are unknown. */
export function applyUnsentChanges(
  rows: readonly SetlistEntry[],
  changes: readonly UnsentChange[],
): DisplayedRow[] {
  const displayedRows = rows.map((row): DisplayedRow => ({ ...row, isUnsent: false }));
  const undoneIds = new Set(
    changes.flatMap(({ edit, after }) => (edit.do === 'undo' && after) || []),
  );
  // Gaps left by deleted songs stay; an inserted song shifts the rows after it.
  const positions = rows.map(({ position }) => position);
  const end = positions.at(-1) ?? 0;
  return changes
    .filter(({ id, refusal }) => refusal === undefined && !undoneIds.has(id))
    .reduce(applyChange, displayedRows)
    .map((row, index) => ({ ...row, position: positions[index] ?? end + index - rows.length + 1 }));
}

export function applyConfirmedChange(
  rows: SetlistEntry[],
  change: UnsentChange,
  entry: SetlistEntry | undefined,
): SetlistEntry[] {
  const cachedRow = rows.find(({ id }) => id === change.rowId);
  // The cached row already includes the change.
  if (cachedRow && entry && cachedRow.version >= entry.version) return rows;
  const isAtEnd = change.edit.do === 'add' && change.edit.beforeId === undefined;
  return applyUnsentChanges(rows, [change]).map(({ isUnsent: _, ...row }) => {
    if (row.id !== entry?.id) return row;
    // Other rows keep their local positions. Rows added elsewhere may have shifted the last
    // position.
    return isAtEnd ? entry : { ...entry, position: row.position };
  });
}

/** Lists rejected changes, and all changes while the connection is lost or slow. */
export function listUnsentChanges(
  { items, isWaiting }: { items: readonly UnsentChange[]; isWaiting: boolean },
  showId: string,
): UnsentChange[] {
  return items.filter((change) => change.showId === showId && (isWaiting || change.refusal));
}

function applyChange(
  rows: DisplayedRow[],
  { showId, rowId, title, edit }: UnsentChange,
): DisplayedRow[] {
  const index = rows.findIndex(({ id }) => id === rowId);
  const row = rows[index];
  switch (edit.do) {
    case 'add': {
      // The server already has the row; only the response is still missing.
      if (row) return rows;
      const { songId = '', isCloser = false, notes = null, setLabel = null } = edit.body;
      const { segue = false, breakAfter = null, source = null } = edit.body;
      const rowFields = { showId, songId, isCloser, notes, setLabel, segue, breakAfter, source };
      const song = { id: songId, title };
      const newRow = { id: rowId, ...rowFields, song, position: 0, playedAt: null, version: 0 };
      const insertIndex = rows.findIndex(({ id }) => id === edit.beforeId);
      return rows.toSpliced(insertIndex < 0 ? rows.length : insertIndex, 0, {
        ...newRow,
        isUnsent: true,
      });
    }
    case 'update': {
      if (!row) return rows;
      const { position: _, version: __, swapWith, restOfSet: changesRest, ...fields } = edit.body;
      const { songId, title: newTitle, ...rowFields } = fields;
      const song = songId || newTitle ? { id: songId ?? '', title } : row.song;
      const changedRow = {
        ...row,
        ...omitUndefined(rowFields),
        song,
        songId: song.id,
        isUnsent: true,
      };
      const { setLabel } = changedRow;
      const followers = changesRest ? restOfSet(rows, row) : [];
      const otherRows = rows
        .map((other) =>
          followers.includes(other) ? { ...other, setLabel, isUnsent: true } : other,
        )
        .toSpliced(index, 1);
      // A swap with a neighbor is a move by one position.
      const target = rows.findIndex(({ id }) => id === (swapWith ?? edit.toPlaceOf));
      return otherRows.toSpliced(target < 0 ? index : target, 0, changedRow);
    }
    case 'remove':
      return rows.filter((other) => other !== row);
    case 'undo':
      return rows;
  }
}

type Defined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

function omitUndefined<Fields extends object>(fields: Fields): Partial<Defined<Fields>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Defined<Fields>>;
}
