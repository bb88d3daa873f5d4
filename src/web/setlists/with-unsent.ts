import { restOfSet, type SetlistEntry } from '#contract/setlists.ts';
import type { UnsentChange } from './unsent-changes.ts';

export interface DisplayedRow extends SetlistEntry {
  isUnsent: boolean;
}

/** Leaves out refused changes, and undos, whose result is unknown. */
export function withUnsent(
  rows: readonly SetlistEntry[],
  changes: readonly UnsentChange[],
): DisplayedRow[] {
  const shown = rows.map((row): DisplayedRow => ({ ...row, isUnsent: false }));
  const undoneIds = new Set(
    changes.flatMap(({ edit, after }) => (edit.do === 'undo' && after) || []),
  );
  // Gaps left by deleted songs stay; an inserted song shifts the rows after it.
  const positions = rows.map(({ position }) => position);
  const end = positions.at(-1) ?? 0;
  return changes
    .filter(({ id, refusal }) => refusal === undefined && !undoneIds.has(id))
    .reduce(applyChange, shown)
    .map((row, index) => ({ ...row, position: positions[index] ?? end + index - rows.length + 1 }));
}

/** Applies a confirmed change and the server's answer to it. */
export function withConfirmed(
  rows: SetlistEntry[],
  change: UnsentChange,
  entry: SetlistEntry | undefined,
): SetlistEntry[] {
  const known = rows.find(({ id }) => id === change.rowId);
  // The cached row already includes the change.
  if (known && entry && known.version >= entry.version) return rows;
  const isAtEnd = change.edit.do === 'add' && change.edit.beforeId === undefined;
  return withUnsent(rows, [change]).map(({ isUnsent: _, ...row }) => {
    if (row.id !== entry?.id) return row;
    // Other rows keep their local positions. Rows added elsewhere may have shifted the end.
    return isAtEnd ? entry : { ...entry, position: row.position };
  });
}

/** Refused changes, and all changes while the connection is lost or slow. */
export function listedChanges(
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
      // The server already has the row; only the answer is still missing.
      if (row) return rows;
      const { songId = '', isCloser = false, notes = null, setLabel = null } = edit.body;
      const { segue = false, breakAfter = null } = edit.body;
      const facts = { showId, songId, isCloser, notes, setLabel, segue, breakAfter };
      const song = { id: songId, title };
      const added = { id: rowId, ...facts, song, position: 0, playedAt: null, version: 0 };
      const before = rows.findIndex(({ id }) => id === edit.beforeId);
      return rows.toSpliced(before < 0 ? rows.length : before, 0, { ...added, isUnsent: true });
    }
    case 'update': {
      if (!row) return rows;
      const { position: _, version: __, swapWith, restOfSet: changesRest, ...fields } = edit.body;
      const { songId, title: newTitle, ...facts } = fields;
      const song = songId || newTitle ? { id: songId ?? '', title } : row.song;
      const changed = { ...row, ...defined(facts), song, songId: song.id, isUnsent: true };
      const { setLabel } = changed;
      const followers = changesRest ? restOfSet(rows, row) : [];
      const others = rows
        .map((other) =>
          followers.includes(other) ? { ...other, setLabel, isUnsent: true } : other,
        )
        .toSpliced(index, 1);
      // A swap with a neighbour is a move by one position.
      const to = rows.findIndex(({ id }) => id === (swapWith ?? edit.toPlaceOf));
      return others.toSpliced(to < 0 ? index : to, 0, changed);
    }
    case 'remove':
      return rows.filter((other) => other !== row);
    case 'undo':
      return rows;
  }
}

type Defined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

function defined<Fields extends object>(fields: Fields): Partial<Defined<Fields>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Defined<Fields>>;
}
