import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ProposedChange } from '#contract/imports.ts';
import type { ChangeScope } from '../../../changes/run-change.ts';
import type { ShowScoring } from '../../../context.ts';
import type { Db, DbOrTx } from '../../../db/open.ts';
import { proposedChanges } from '../../../db/schema/imports.ts';
import { shows } from '../../../db/schema/shows.ts';
import type { Tx } from '../../../db/transaction.ts';
import { notFound } from '../../../http/route.ts';
import { changeSetlist } from '../../../setlists/change-setlist.ts';
import { findSetlistRows } from '../../../setlists/queries.ts';
import { updateShow } from '../../../shows/change-show.ts';
import { localTimeToInstant } from '../../../shows/show-date.ts';
import { lockShow, type ShowRow, toShow } from '../../../shows/show-row.ts';
import { type ArchiveDetails, archiveDetails } from '../../archive-details.ts';
import { listSongs } from '../../catalog-show.ts';
import { toSetlistRows } from '../../insert-shows.ts';
import { addMissingSongs, readSongIndex, type SongIndex } from '../../song-index.ts';
import type { ArchiveSong } from '../readers/archive.ts';
import { toLocalTime } from '../readers/show-start.ts';
import { toEntries } from './archive-rows.ts';
import { refreshRarities } from './rarity.ts';
import { formatDifference, isSameRow, pairRows } from './setlist-difference.ts';
import { storeUnknownCount } from './unknown-songs.ts';

const archiveSong = z.object({
  key: z.string(),
  title: z.string().nullable(),
  isCover: z.boolean(),
  setLabel: z.string().nullable(),
  isCloser: z.boolean(),
  segue: z.boolean(),
  notes: z.string().nullable(),
});

const proposedContent = z.object({
  details: archiveDetails.partial(),
  songs: z.array(archiveSong).optional(),
});
type ProposedContent = z.output<typeof proposedContent>;

/**
 * Merges corrections into the show's open proposal and returns whether any remains. `songs` is
 * undefined if the archive's setlist did not change, and null if it must not be proposed.
 */
export async function propose(
  tx: Tx,
  show: ShowRow,
  changes: Pick<ProposedContent, 'details'> & {
    source: string;
    songs: ArchiveSong[] | null | undefined;
  },
  { index, now }: { index: SongIndex; now: number },
): Promise<boolean> {
  const [openProposal] = await tx
    .select()
    .from(proposedChanges)
    .where(eq(proposedChanges.showId, show.id));
  const openContent = openProposal ? proposedContent.parse(openProposal.content) : undefined;
  const details = findChangedDetails(show, { ...openContent?.details, ...changes.details });
  const hasSongs = changes.songs !== undefined;
  const proposedSongs = hasSongs ? (changes.songs ?? undefined) : openContent?.songs;
  // Song keys belong to the archive that sent them.
  const hasOpenSongs = openProposal && openContent?.songs && !hasSongs;
  const source = hasOpenSongs ? openProposal.source : changes.source;
  const content = { show, source, songs: proposedSongs };
  const songs = (await formatSetlist(tx, index, content)).length > 0 ? proposedSongs : undefined;
  if (Object.keys(details).length === 0 && !songs) {
    await tx.delete(proposedChanges).where(eq(proposedChanges.showId, show.id));
    return false;
  }
  const set = { source, content: { details, songs }, at: new Date(now) };
  await tx
    .insert(proposedChanges)
    .values({ showId: show.id, ...set })
    .onConflictDoUpdate({ target: proposedChanges.showId, set });
  const isNewSetlist = Boolean(changes.songs && songs);
  return isNewSetlist || Object.keys(changes.details).some((key) => key in details);
}

export async function listProposals(db: Db): Promise<ProposedChange[]> {
  return (await readProposals(db)).filter(({ lines }) => lines.length > 0);
}

/** Deletes proposals that no longer change anything, because an administrator edited the show. */
export async function deleteObsoleteProposals(tx: Tx): Promise<void> {
  const obsoleteProposals = (await readProposals(tx)).filter(({ lines }) => lines.length === 0);
  for (const { show } of obsoleteProposals)
    await tx.delete(proposedChanges).where(eq(proposedChanges.showId, show.id));
}

async function readProposals(db: DbOrTx): Promise<ProposedChange[]> {
  const rows = await db
    .select()
    .from(proposedChanges)
    .innerJoin(shows, eq(shows.id, proposedChanges.showId))
    .orderBy(asc(proposedChanges.at), asc(shows.id));
  if (rows.length === 0) return [];
  const index = await readSongIndex(db);
  const proposals: ProposedChange[] = [];
  for (const { proposed_changes: proposal, shows: show } of rows) {
    const { source, at } = proposal;
    const { details, songs } = proposedContent.parse(proposal.content);
    const lines = [
      ...formatDetails(show, findChangedDetails(show, details)),
      ...(await formatSetlist(db, index, { show, source, songs })),
    ];
    proposals.push({ source, at: at.toISOString(), show: toShow(show), lines });
  }
  return proposals;
}

function findChangedDetails(
  show: ShowRow,
  details: ProposedContent['details'],
): ProposedContent['details'] {
  const current: Record<string, unknown> = toDetails(show);
  return Object.fromEntries(
    Object.entries(details).filter(([key, value]) => value !== null && current[key] !== value),
  );
}

function toDetails(show: ShowRow): ArchiveDetails {
  const { name, venue, city, state, country, tourName } = show;
  return { name, venue, city, state, country, tourName, ...toLocalTime(show.date, show.timeZone) };
}

const DETAIL_NAMES: Record<keyof ArchiveDetails, string> = {
  name: 'Name',
  venue: 'Venue',
  city: 'City',
  state: 'State',
  country: 'Country',
  tourName: 'Tour',
  day: 'Day',
  time: 'Start',
};

function formatDetails(show: ShowRow, details: ProposedContent['details']): string[] {
  const current = toDetails(show);
  return (Object.keys(details) as (keyof ArchiveDetails)[]).map(
    (key) => `${DETAIL_NAMES[key]}: ${current[key] ?? 'none'} becomes ${details[key]}`,
  );
}

async function formatSetlist(
  db: DbOrTx,
  index: SongIndex,
  { show, source, songs }: { show: ShowRow; source: string; songs: ArchiveSong[] | undefined },
): Promise<string[]> {
  if (!songs) return [];
  const currentRows = await findSetlistRows(db, show.id);
  const targetRows = toSetlistRows(show, toEntries(source, songs), index);
  return formatDifference(currentRows, targetRows, (id) => index.titles.get(id) ?? id);
}

/** Throws 404 if no proposal is open. */
export async function acceptProposal(
  scope: ChangeScope,
  scoring: ShowScoring,
  showId: string,
  now: number,
): Promise<void> {
  const { tx, actorId, changed } = scope;
  const show = await lockShow(tx, showId);
  const { source, songs, details: proposedDetails } = await deleteProposal(tx, showId);
  const details = findChangedDetails(show, proposedDetails);
  if (Object.keys(details).length > 0)
    await updateShow(scope, showId, toShowUpdate(show, details), () => now);
  if (songs) await acceptSetlist(scope, scoring, { show, source, songs, now });
  changed({ topic: 'proposal', subjectId: actorId, version: now });
}

/** Updates the show as an administrator would: its lock moves, and a postponed show reopens. */
function toShowUpdate(
  show: ShowRow,
  { day, time, ...fields }: ProposedContent['details'],
): Parameters<typeof updateShow>[2] {
  const isMoved = day !== undefined || time !== undefined;
  if (!isMoved) return fields;
  const current = toLocalTime(show.date, show.timeZone);
  const date = localTimeToInstant(day ?? current.day, show.timeZone, time ?? current.time);
  return { ...fields, date: date.toISOString() };
}

async function acceptSetlist(
  scope: ChangeScope,
  scoring: ShowScoring,
  {
    show,
    source,
    songs,
    now,
  }: { show: ShowRow; source: string; songs: ArchiveSong[]; now: number },
): Promise<void> {
  const { tx, changed } = scope;
  const { id: showId } = show;
  const index = await readSongIndex(tx);
  const setlist = toEntries(source, songs);
  const addedCount = await addMissingSongs(tx, index, listSongs(setlist));
  if (addedCount > 0) changed({ topic: 'song', subjectId: null, version: 0 });
  const targetRows = toSetlistRows(show, setlist, index);
  await changeSetlist(scope, scoring, {
    showId,
    clock: () => now,
    action: 'setlist.import',
    async arrange({ rows: currentRows, version }) {
      const rows = pairRows(currentRows, targetRows).flatMap(([previous, next]) => {
        if (!next) return [];
        const row = { ...NEW_ROW, id: randomUUID(), version, ...previous, ...next };
        return [previous && isSameRow(previous, row) ? previous : { ...row, version }];
      });
      return { rows, rowId: rows[0]?.id ?? currentRows[0]?.id ?? showId };
    },
  });
  await storeUnknownCount(tx, { showId, source }, songs);
  if (addedCount > 0) await refreshRarities(tx, now);
}

const NEW_ROW = { playedAt: null, breakAfter: null, source: null };

/** A dismissed change is proposed again only after the archive changes again. */
export async function dismissProposal(
  { tx, actorId, record, changed }: ChangeScope,
  showId: string,
  now: number,
): Promise<void> {
  await lockShow(tx, showId);
  const before = await deleteProposal(tx, showId);
  await record({ action: 'proposal.dismiss', subjectId: showId, showId, before });
  changed({ topic: 'proposal', subjectId: actorId, version: now });
}

async function deleteProposal(
  tx: Tx,
  showId: string,
): Promise<ProposedContent & { source: string }> {
  const [proposal] = await tx
    .delete(proposedChanges)
    .where(eq(proposedChanges.showId, showId))
    .returning();
  if (!proposal) throw notFound('Proposed change');
  return { source: proposal.source, ...proposedContent.parse(proposal.content) };
}
