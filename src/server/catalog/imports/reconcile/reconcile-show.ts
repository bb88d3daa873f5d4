import type { ChangeScope } from '../../../changes/run-change.ts';
import type { ShowScoring } from '../../../context.ts';
import { importedShows } from '../../../db/schema/imports.ts';
import type { Tx } from '../../../db/transaction.ts';
import { findSetlistRows } from '../../../setlists/queries.ts';
import { lockShow } from '../../../shows/show-row.ts';
import { type ArchiveDetails, archiveDetails } from '../../archive-details.ts';
import { type FilledShow, fillSetlist } from '../../fill-setlist.ts';
import { toSetlistRows } from '../../insert-shows.ts';
import type { SongIndex } from '../../song-index.ts';
import { hashSetlist, type IncomingShow, toSourceRow } from './archive-rows.ts';
import { propose } from './proposals.ts';
import { isSamePerformance } from './setlist-difference.ts';
import { storeUnknownCount } from './unknown-songs.ts';

export type ImportedShow = typeof importedShows.$inferSelect;

/** `match` is the row of an earlier import, or only the ID of a show entered by hand. */
export interface ExistingShow extends IncomingShow {
  match: ImportedShow | { showId: string };
}

interface ReconcileOptions {
  source: string;
  index: SongIndex;
  scoring: ShowScoring;
  clock: () => number;
}

interface Reconciled {
  result: 'unchanged' | 'filled' | 'proposed' | 'deletedHere';
  filled?: FilledShow;
}

/** Fills an empty setlist and proposes all other changes. */
export async function reconcileShow(
  scope: ChangeScope,
  { source, index, scoring, clock }: ReconcileOptions,
  { match, setlist, ...incoming }: ExistingShow,
): Promise<Reconciled> {
  const { tx, actorId, changed } = scope;
  const { showId } = match;
  if (showId === null) return { result: 'deletedHere' };
  const stored = 'source' in match ? match : undefined;
  const details = stored
    ? findChangedDetails(archiveDetails.parse(stored.details), incoming.details)
    : {};
  const version = clock();
  const { songs: archiveSongs } = incoming.show;
  // Ignores an archive that removed its setlist or knows none of its songs.
  const hasNewSetlist = setlist.length > 0 && stored?.setlistHash !== incoming.setlistHash;
  const setlistHash = hasNewSetlist || !stored ? incoming.setlistHash : stored.setlistHash;
  const row = { showId, ...toSourceRow(source, { ...incoming, setlistHash }) };
  const isVisibleChange = await saveArchiveVersion(tx, stored, row);
  // The show page displays the source's URL, notes, soundcheck and support act.
  if (isVisibleChange) changed({ topic: 'show', subjectId: null, version });
  if (!hasNewSetlist && Object.keys(details).length === 0) return { result: 'unchanged' };

  const show = await lockShow(tx, showId);
  const filled = hasNewSetlist
    ? await fillSetlist(scope, show, setlist, { index, scoring })
    : undefined;
  if (filled) await storeUnknownCount(tx, { showId, source }, archiveSongs);
  // An existing setlist that precedes the archive's first one was entered by hand. Only different
  // songs are proposed then: labels, closers and notes are a matter of taste.
  const isFirst = !stored || stored.setlistHash === NO_SETLIST;
  const isSettled =
    filled !== undefined ||
    (isFirst &&
      isSamePerformance(await findSetlistRows(tx, showId), toSetlistRows(show, setlist, index)));
  const proposedSongs = isSettled ? null : archiveSongs;
  const songs = hasNewSetlist ? proposedSongs : undefined;
  const isProposed = await propose(tx, show, { source, details, songs }, { index, now: version });
  if (isProposed && actorId) changed({ topic: 'proposal', subjectId: actorId, version });
  if (filled) return { result: 'filled', filled };
  return { result: isProposed ? 'proposed' : 'unchanged' };
}

const NO_SETLIST = hashSetlist([]);

function findChangedDetails(
  previous: ArchiveDetails,
  current: ArchiveDetails,
): Partial<ArchiveDetails> {
  const keys = Object.keys(current) as (keyof ArchiveDetails)[];
  return Object.fromEntries(
    keys.filter((key) => previous[key] !== current[key]).map((key) => [key, current[key]]),
  );
}

async function saveArchiveVersion(
  tx: Tx,
  stored: ImportedShow | undefined,
  row: typeof importedShows.$inferInsert,
): Promise<boolean> {
  const isUnchanged = (key: keyof ImportedShow) =>
    stored !== undefined &&
    JSON.stringify(sortKeys(stored[key])) === JSON.stringify(sortKeys(row[key]));
  if ((Object.keys(row) as (keyof ImportedShow)[]).every(isUnchanged)) return false;
  const { source, sourceId, ...set } = row;
  await tx
    .insert(importedShows)
    .values(row)
    .onConflictDoUpdate({ target: [importedShows.source, importedShows.sourceId], set });
  return !(['url', 'notes', 'soundcheck', 'support'] as const).every(isUnchanged);
}

/** PostgreSQL's `jsonb` does not preserve the order of keys. */
function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
