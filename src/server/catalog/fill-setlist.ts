import { and, eq, isNull, like, ne, or } from 'drizzle-orm';
import type { ChangeScope } from '../changes/run-change.ts';
import type { ShowScoring } from '../context.ts';
import type { DbOrTx } from '../db/open.ts';
import { auditLog } from '../db/schema/audit.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { bumpVersion, type ShowRow } from '../shows/show-row.ts';
import { type CatalogEntry, listSongs } from './catalog-show.ts';
import { toSetlistRows } from './insert-shows.ts';
import { addMissingSongs, type SongIndex } from './song-index.ts';

export interface FilledShow {
  showId: string;
  /** The show's previous status. */
  status: 'open' | 'closed';
}

/**
 * Adds a show's setlist, closes the show and scores its predictions. The show must be locked and
 * over. Returns undefined if the show has a setlist, is live, postponed or cancelled, or if an
 * administrator edited its setlist.
 */
export async function fillSetlist(
  { tx, record, changed }: ChangeScope,
  show: ShowRow,
  setlist: readonly CatalogEntry[],
  { index, scoring }: { index: SongIndex; scoring: ShowScoring },
): Promise<FilledShow | undefined> {
  const { id: showId, date, status } = show;
  if (!isFillableStatus(status) || !(await isUntouched(tx, showId))) return undefined;
  await addMissingSongs(tx, index, listSongs(setlist));
  const insertedRows = await tx
    .insert(liveSetlistSongs)
    .values(toSetlistRows({ id: showId, date }, setlist, index))
    .returning();
  if (status === 'open') {
    await tx.update(shows).set({ status: 'closed' }).where(eq(shows.id, showId));
    await record({
      action: 'show.status',
      subjectId: showId,
      showId,
      before: { status },
      after: { status: 'closed' },
    });
  }
  await scoring.calculate(tx, showId);
  const version = await bumpVersion(tx, showId);
  await record({
    action: 'setlist.import',
    subjectId: showId,
    showId,
    before: [],
    after: insertedRows,
  });
  for (const topic of ['show', 'setlist', 'standings', 'totals'] as const)
    changed({ topic, subjectId: showId, version });
  return { showId, status };
}

/** Returns whether `fillSetlist` would add the setlist. */
export async function canFillSetlist(
  db: DbOrTx,
  { id, status }: Pick<ShowRow, 'id' | 'status'>,
): Promise<boolean> {
  return isFillableStatus(status) && (await isUntouched(db, id));
}

function isFillableStatus(status: ShowRow['status']): status is FilledShow['status'] {
  return status === 'open' || status === 'closed';
}

/** False for an empty setlist if an administrator emptied it. */
async function isUntouched(db: DbOrTx, showId: string): Promise<boolean> {
  if ((await db.$count(liveSetlistSongs, eq(liveSetlistSongs.showId, showId))) > 0) return false;
  const isManualEdit = and(
    eq(auditLog.showId, showId),
    like(auditLog.action, 'setlist.%'),
    // An undone import does not count as an edit.
    or(ne(auditLog.action, 'setlist.import'), isNull(auditLog.undoneAt)),
  );
  return (await db.$count(auditLog, isManualEdit)) === 0;
}
