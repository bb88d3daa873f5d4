import { and, eq, isNull, like, ne, or } from 'drizzle-orm';
import type { ChangeScope } from '../changes/run-change.ts';
import type { ShowScoring } from '../context.ts';
import { auditLog } from '../db/schema/audit.ts';
import { importedShows } from '../db/schema/imports.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { findRows } from '../setlists/queries.ts';
import { bumpVersion, lockShow, type ShowRow } from '../shows/show-row.ts';
import { type ArchiveDetails, archiveDetails } from './details.ts';
import {
  hashOfSetlist,
  type ImportOptions,
  type Incoming,
  importedRow,
  type Known,
  noteUnknown,
  type PageCounts,
  rowsOf,
} from './incoming.ts';
import { addMissingSongs, type Catalogue } from './match-songs.ts';
import { propose } from './proposals.ts';
import { isSamePerformance } from './setlist-difference.ts';

interface Met {
  became: Exclude<keyof PageCounts['shows'], 'new' | 'underWay'>;
  filled?: { showId: string; status: 'open' | 'closed' };
}

/** Fills an empty setlist and proposes the rest. `before` may be just the id of a matched show. */
export async function reconcileShow(
  scope: ChangeScope,
  { source, catalogue, options }: { source: string; catalogue: Catalogue; options: ImportOptions },
  before: Known | { showId: string },
  one: Incoming,
): Promise<Met> {
  const { tx, actorId, changed } = scope;
  const { showId } = before;
  if (showId === null) return { became: 'deletedHere' };
  const said = 'source' in before ? before : undefined;
  const details = said ? newDetails(archiveDetails.parse(said.details), one.details) : {};
  const version = options.clock();
  const { songs: archived } = one.show;
  // A removed setlist, or one without a known song, is no improvement.
  const hasTitles = archived.some(({ title }) => title !== null);
  const hasNewSetlist = hasTitles && said?.setlistHash !== one.setlistHash;
  const setlistHash = hasNewSetlist || !said ? one.setlistHash : said.setlistHash;
  const isRead = await keep(tx, said, { showId, ...importedRow(source, { ...one, setlistHash }) });
  // The show page displays the source's URL, notes, soundcheck and support act.
  if (isRead) changed({ topic: 'show', subjectId: null, version });
  if (!hasNewSetlist && Object.keys(details).length === 0) return { became: 'unchanged' };

  const show = await lockShow(tx, showId);
  const present = await findRows(tx, showId);
  const fills = hasNewSetlist && present.length === 0 && (await canFill(tx, show));
  if (fills) {
    const added = await addMissingSongs(tx, catalogue, source, archived);
    if (added > 0) changed({ topic: 'song', subjectId: null, version });
    await fillShow(scope, show, rowsOf({ showId, source }, archived, catalogue), options.scoring);
    await noteUnknown(tx, { showId, source }, archived);
  }
  // An existing setlist that precedes the archive's first one was entered by hand. Only different
  // songs are proposed then: labels, closers and notes are a matter of taste.
  const isFirst = !said || said.setlistHash === NO_SETLIST;
  const isOurs =
    isFirst && isSamePerformance(present, rowsOf({ showId, source }, archived, catalogue));
  const differing = fills || isOurs ? null : archived;
  const songs = hasNewSetlist ? differing : undefined;
  const isProposed = await propose(
    tx,
    show,
    { source, details, songs },
    { catalogue, now: version },
  );
  if (isProposed && actorId) changed({ topic: 'proposal', subjectId: actorId, version });
  if (fills) {
    const status = show.status === 'open' ? 'open' : 'closed';
    return { became: 'filled', filled: { showId, status } };
  }
  return { became: isProposed ? 'proposed' : 'unchanged' };
}

const NO_SETLIST = hashOfSetlist([]);

function newDetails(was: ArchiveDetails, is: ArchiveDetails): Partial<ArchiveDetails> {
  const keys = Object.keys(is) as (keyof ArchiveDetails)[];
  return Object.fromEntries(
    keys.filter((key) => was[key] !== is[key]).map((key) => [key, is[key]]),
  );
}

/** Returns whether a field that the show page displays changed. */
async function keep(
  tx: Tx,
  said: Known | undefined,
  row: typeof importedShows.$inferInsert,
): Promise<boolean> {
  const isAsSaid = (key: keyof Known) =>
    said !== undefined && JSON.stringify(ordered(said[key])) === JSON.stringify(ordered(row[key]));
  if ((Object.keys(row) as (keyof Known)[]).every(isAsSaid)) return false;
  const { source, sourceId, ...set } = row;
  await tx
    .insert(importedShows)
    .values(row)
    .onConflictDoUpdate({ target: [importedShows.source, importedShows.sourceId], set });
  return !(['url', 'notes', 'soundcheck', 'support'] as const).every(isAsSaid);
}

/** PostgreSQL's `jsonb` does not preserve the order of keys. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Whether the show is open or closed and its setlist was never edited by hand. */
export async function canFill(tx: Tx, { id, status }: ShowRow): Promise<boolean> {
  if (status !== 'open' && status !== 'closed') return false;
  const byHand = and(
    eq(auditLog.showId, id),
    like(auditLog.action, 'setlist.%'),
    // An undone import does not count as an edit.
    or(ne(auditLog.action, 'setlist.import'), isNull(auditLog.undoneAt)),
  );
  return (await tx.$count(auditLog, byHand)) === 0;
}

/** Closes the show, which must be over, and scores its predictions. */
export async function fillShow(
  { tx, record, changed }: ChangeScope,
  { id: showId, status }: ShowRow,
  rows: readonly (typeof liveSetlistSongs.$inferInsert)[],
  scoring: ShowScoring,
): Promise<void> {
  const after = await tx
    .insert(liveSetlistSongs)
    .values([...rows])
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
  await record({ action: 'setlist.import', subjectId: showId, showId, before: [], after });
  for (const topic of ['show', 'setlist', 'standings', 'totals'] as const)
    changed({ topic, subjectId: showId, version });
}
