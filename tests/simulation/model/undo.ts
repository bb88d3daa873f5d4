import { same, withoutRow, withRow } from './setlist.ts';
import { inOrder, type Row, type SetlistChange, type Show, type Tour } from './tour.ts';

/**
 * The setlist with a change taken back, which then is none any more: the one that is named, or the
 * latest that can be. Undefined where there is none.
 */
export function undone(tour: Tour, show: Show, changeId: number | undefined): Row[] | undefined {
  const latest = show.changes.at(-1);
  const asked = show.changes.filter(({ id }) => changeId === undefined || id === changeId);
  for (const change of asked.reverse()) {
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

/** As it was, while all rows that the change touched are as it left them. */
function exactly(rows: readonly Row[], { before, after }: SetlistChange): Row[] | undefined {
  const was = touched(before, after);
  const became = touched(after, before);
  if (!became.every((one) => rows.some((row) => same([row], [one])))) return undefined;
  const others = rows.filter((row) => !became.some(({ id }) => id === row.id));
  return valid([...others, ...was]);
}

/** The rows of the first list that the other has not, or has otherwise. */
function touched(rows: readonly Row[], others: readonly Row[]): Row[] {
  return rows.filter((row) => !others.some((other) => same([row], [other])));
}

/** Where others have changed something since: the row alone goes back. */
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
  // Those that it moved go back, if they have since been pushed along together.
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

/** In order, where no two are in one place nor one is there twice. */
function valid(rows: readonly Row[]): Row[] | undefined {
  const places = new Set(rows.map(({ position }) => position));
  const ids = new Set(rows.map(({ id }) => id));
  return places.size === rows.length && ids.size === rows.length ? inOrder(rows) : undefined;
}
