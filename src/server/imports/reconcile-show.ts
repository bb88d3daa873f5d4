import { and, eq, isNull, like, ne, or } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Tx } from '../db/open.ts';
import { auditLog } from '../db/schema/audit.ts';
import { importedShows } from '../db/schema/imports.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
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
  changes: Change[];
  /** The show, where the archive's setlist was written, and its status until then. */
  filled?: { showId: string; status: 'open' | 'closed' };
}

/**
 * A show that is there already: an empty setlist is filled; what the archive says anew of anything
 * else is proposed. `before` is what it said last, or only which show of ours it is.
 */
export async function reconcileShow(
  tx: Tx,
  { source, catalogue, options }: { source: string; catalogue: Catalogue; options: ImportOptions },
  before: Known | { showId: string },
  one: Incoming,
): Promise<Met> {
  const { showId } = before;
  if (showId === null) return { became: 'deletedHere', changes: [] };
  const said = 'source' in before ? before : undefined;
  const details = said ? newDetails(archiveDetails.parse(said.details), one.details) : {};
  // What is kept of it beside its details is read with the show.
  const version = options.clock();
  const ofItsPage: Change[] = [{ topic: 'show', subjectId: null, version }];
  const { songs: told } = one.show;
  // A setlist that is gone from the archive, or of which it knows no song, is no better one.
  const isTold = told.some(({ title }) => title !== null);
  const hasNewSetlist = isTold && said?.setlistHash !== one.setlistHash;
  const setlistHash = hasNewSetlist || !said ? one.setlistHash : said.setlistHash;
  const isRead = await keep(tx, said, { showId, ...importedRow(source, { ...one, setlistHash }) });
  if (!hasNewSetlist && Object.keys(details).length === 0)
    return { became: 'unchanged', changes: isRead ? ofItsPage : [] };

  const show = await lockShow(tx, showId);
  const present = await findRows(tx, showId);
  const changes: Change[] = isRead ? [...ofItsPage] : [];
  const fills = hasNewSetlist && present.length === 0 && (await canFill(tx, show));
  if (fills) {
    const added = await addMissingSongs(tx, catalogue, source, told);
    if (added > 0) changes.push({ topic: 'song', subjectId: null, version });
    const rows = rowsOf({ showId, source }, told, catalogue);
    changes.push(...(await fillShow(tx, show, rows, options)));
    await noteUnknown(tx, { showId, source }, told);
  }
  // What is here was entered here, mostly on the night, where the archive tells its setlist for the first
  // time: only other songs are news then, for labels, closers and notes are a matter of taste.
  const isFirst = !said || said.setlistHash === NO_SETLIST;
  const isOurs = isFirst && isSamePerformance(present, rowsOf({ showId, source }, told, catalogue));
  const differing = fills || isOurs ? null : told;
  const songs = hasNewSetlist ? differing : undefined;
  const isProposed = await propose(
    tx,
    show,
    { source, details, songs },
    { catalogue, now: version },
  );
  if (isProposed && options.actorId)
    changes.push({ topic: 'proposal', subjectId: options.actorId, version });
  if (fills) {
    const status = show.status === 'open' ? 'open' : 'closed';
    return { became: 'filled', changes, filled: { showId, status } };
  }
  return { became: isProposed ? 'proposed' : 'unchanged', changes };
}

const NO_SETLIST = hashOfSetlist([]);

/** What the archive says otherwise than it did. */
function newDetails(was: ArchiveDetails, is: ArchiveDetails): Partial<ArchiveDetails> {
  const keys = Object.keys(is) as (keyof ArchiveDetails)[];
  return Object.fromEntries(
    keys.filter((key) => was[key] !== is[key]).map((key) => [key, is[key]]),
  );
}

/** Keeps what the archive says now; returns whether anybody reads of it another thing than before. */
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

/** PostgreSQL keeps the keys of a document in an order of its own. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Whether nobody has had a hand in its setlist, and nobody runs the show right now. */
export async function canFill(tx: Tx, { id, status }: ShowRow): Promise<boolean> {
  if (status !== 'open' && status !== 'closed') return false;
  const byHand = and(
    eq(auditLog.showId, id),
    like(auditLog.action, 'setlist.%'),
    // An import that was undone is no hand of anybody's.
    or(ne(auditLog.action, 'setlist.import'), isNull(auditLog.undoneAt)),
  );
  return (await tx.$count(auditLog, byHand)) === 0;
}

/** The show is over: with its setlist it is closed, and its predictions get their points. */
export async function fillShow(
  tx: Tx,
  { id: showId, status }: ShowRow,
  rows: readonly (typeof liveSetlistSongs.$inferInsert)[],
  { scoring, actorId = null }: Pick<ImportOptions, 'scoring' | 'actorId'>,
): Promise<Change[]> {
  const after = await tx
    .insert(liveSetlistSongs)
    .values([...rows])
    .returning();
  if (status === 'open') {
    await tx.update(shows).set({ status: 'closed' }).where(eq(shows.id, showId));
    const change = { before: { status }, after: { status: 'closed' } };
    await recordChange(tx, {
      actorId,
      action: 'show.status',
      subjectId: showId,
      showId,
      ...change,
    });
  }
  await scoring.calculate(tx, showId);
  const changed = { subjectId: showId, version: await bumpVersion(tx, showId) };
  const record = { subjectId: showId, showId, before: [], after };
  await recordChange(tx, { actorId, action: 'setlist.import', ...record });
  return (['show', 'setlist', 'standings', 'totals'] as const).map((topic) => ({
    topic,
    ...changed,
  }));
}
