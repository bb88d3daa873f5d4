import { same, withoutRow, withRow } from './setlist.ts';
import { inOrder, type Row, type SetlistChange, type Show, type Tour } from './tour.ts';

/**
 * Undoes a change and forgets it: the named one, or the latest that can be undone. Returns
 * undefined if there is none.
 */
export function undone(tour: Tour, show: Show, changeId: number | undefined): Row[] | undefined {
  const latest = show.changes.at(-1);
  const candidates = show.changes.filter(({ id }) => changeId === undefined || id === changeId);
  for (const change of candidates.reverse()) {
    const isLast = change === latest && !change.isDisturbed;
    const exact = isLast ? exactly(show.rows, change) : undefined;
    const rows = exact ?? amongOthers(show.rows, change);
    if (!rows || !haveSongs(tour, rows)) continue;
    for (const later of show.changes.slice(show.changes.indexOf(change) + 1))
      later.isDisturbed = true;
    show.changes = show.changes.filter((one) => one !== change);
    return rows;
  }
  return undefined;
}

function haveSongs(tour: Tour, rows: readonly Row[]): boolean {
  return rows.every(({ songId }) => tour.songs.some(({ id }) => id === songId));
}

/** Restores the rows exactly, if all rows that the change touched are unchanged since. */
function exactly(rows: readonly Row[], { before, after }: SetlistChange): Row[] | undefined {
  const was = touched(before, after);
  const became = touched(after, before);
  if (!became.every((one) => rows.some((row) => same([row], [one])))) return undefined;
  const others = rows.filter((row) => !became.some(({ id }) => id === row.id));
  return valid([...others, ...was]);
}

/** Rows of the first list that are missing or different in the other. */
function touched(rows: readonly Row[], others: readonly Row[]): Row[] {
  return rows.filter((row) => !others.some((other) => same([row], [other])));
}

/** Restores only the changed row, if others have changed the setlist since. */
function amongOthers(rows: readonly Row[], change: SetlistChange): Row[] | undefined {
  const [was, became, is] = [change.before, change.after, rows].map((list) =>
    list.find(({ id }) => id === change.rowId),
  );
  if (!became) {
    if (!was || is) return undefined;
    return withRow(rows, was, { position: was.position, insert: true });
  }
  if (!is || is.edition !== became.edition) return undefined;
  if (!was) return withoutRow(rows, is.id);
  // Rows that the change moved go back, if all of them have since shifted by the same amount.
  const moves = touched(change.after, change.before).map((then) => {
    const now = rows.find(({ id }) => id === then.id);
    const earlier = change.before.find(({ id }) => id === then.id);
    return { id: then.id, push: now && now.position - then.position, from: earlier?.position };
  });
  const [push] = moves.map((one) => one.push);
  if (push === undefined || moves.some((one) => one.push !== push)) return undefined;
  const back = rows.map((row) => {
    const move = moves.find(({ id }) => id === row.id);
    const position = move?.from === undefined ? row.position : move.from + push;
    return { ...(row === is ? was : row), position };
  });
  return valid(back);
}

/** The rows in order, if no position and no id occurs twice. */
function valid(rows: readonly Row[]): Row[] | undefined {
  const places = new Set(rows.map(({ position }) => position));
  const ids = new Set(rows.map(({ id }) => id));
  return places.size === rows.length && ids.size === rows.length ? inOrder(rows) : undefined;
}
