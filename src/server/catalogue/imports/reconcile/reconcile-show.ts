import type { ChangeScope } from '../../../changes/run-change.ts';
import type { ShowScoring } from '../../../context.ts';
import { importedShows } from '../../../db/schema/imports.ts';
import type { Tx } from '../../../db/transaction.ts';
import { findRows } from '../../../setlists/queries.ts';
import { lockShow } from '../../../shows/show-row.ts';
import { type ArchiveDetails, archiveDetails } from '../../archive-details.ts';
import { type FilledShow, fillSetlist } from '../../fill-setlist.ts';
import { setlistRows } from '../../insert-shows.ts';
import type { SongIndex } from '../../song-index.ts';
import { hashOfSetlist, type Incoming, sourceRow } from './archive-rows.ts';
import { propose } from './proposals.ts';
import { isSamePerformance } from './setlist-difference.ts';
import { noteUnknown } from './unknown-songs.ts';

export type KnownShow = typeof importedShows.$inferSelect;

/** `before` is what an earlier import stored, or just the id of a show that was entered by hand. */
export interface ExistingShow extends Incoming {
  before: KnownShow | { showId: string };
}

interface ReconcileOptions {
  source: string;
  index: SongIndex;
  scoring: ShowScoring;
  clock: () => number;
}

interface Reconciled {
  became: 'unchanged' | 'filled' | 'proposed' | 'deletedHere';
  filled?: FilledShow;
}

/** Fills an empty setlist and proposes the rest. */
export async function reconcileShow(
  scope: ChangeScope,
  { source, index, scoring, clock }: ReconcileOptions,
  { before, setlist, ...incoming }: ExistingShow,
): Promise<Reconciled> {
  const { tx, actorId, changed } = scope;
  const { showId } = before;
  if (showId === null) return { became: 'deletedHere' };
  const said = 'source' in before ? before : undefined;
  const details = said ? newDetails(archiveDetails.parse(said.details), incoming.details) : {};
  const version = clock();
  const { songs: archived } = incoming.show;
  // A removed setlist, or one without a known song, is no improvement.
  const hasNewSetlist = setlist.length > 0 && said?.setlistHash !== incoming.setlistHash;
  const setlistHash = hasNewSetlist || !said ? incoming.setlistHash : said.setlistHash;
  const row = { showId, ...sourceRow(source, { ...incoming, setlistHash }) };
  const isRead = await saveArchiveVersion(tx, said, row);
  // The show page displays the source's URL, notes, soundcheck and support act.
  if (isRead) changed({ topic: 'show', subjectId: null, version });
  if (!hasNewSetlist && Object.keys(details).length === 0) return { became: 'unchanged' };

  const show = await lockShow(tx, showId);
  const filled = hasNewSetlist
    ? await fillSetlist(scope, show, setlist, { index, scoring })
    : undefined;
  if (filled) await noteUnknown(tx, { showId, source }, archived);
  // An existing setlist that precedes the archive's first one was entered by hand. Only different
  // songs are proposed then: labels, closers and notes are a matter of taste.
  const isFirst = !said || said.setlistHash === NO_SETLIST;
  const isSettled =
    filled !== undefined ||
    (isFirst && isSamePerformance(await findRows(tx, showId), setlistRows(show, setlist, index)));
  const differing = isSettled ? null : archived;
  const songs = hasNewSetlist ? differing : undefined;
  const isProposed = await propose(tx, show, { source, details, songs }, { index, now: version });
  if (isProposed && actorId) changed({ topic: 'proposal', subjectId: actorId, version });
  if (filled) return { became: 'filled', filled };
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
async function saveArchiveVersion(
  tx: Tx,
  said: KnownShow | undefined,
  row: typeof importedShows.$inferInsert,
): Promise<boolean> {
  const isAsSaid = (key: keyof KnownShow) =>
    said !== undefined && JSON.stringify(ordered(said[key])) === JSON.stringify(ordered(row[key]));
  if ((Object.keys(row) as (keyof KnownShow)[]).every(isAsSaid)) return false;
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
