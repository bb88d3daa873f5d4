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
import { findRows } from '../../../setlists/queries.ts';
import { updateShow } from '../../../shows/change-show.ts';
import { instantOn } from '../../../shows/show-date.ts';
import { lockShow, type ShowRow, toShow } from '../../../shows/show-row.ts';
import { type ArchiveDetails, archiveDetails } from '../../archive-details.ts';
import { songsOf } from '../../catalogue-show.ts';
import { setlistRows } from '../../insert-shows.ts';
import { addMissingSongs, readSongIndex, type SongIndex } from '../../song-index.ts';
import type { ArchiveSong } from '../readers/archive.ts';
import { localTime } from '../readers/show-start.ts';
import { entriesOf } from './archive-rows.ts';
import { refreshRarities } from './rarity.ts';
import { formatDifference, isSameRow, pairRows } from './setlist-difference.ts';
import { noteUnknown } from './unknown-songs.ts';

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
  news: Pick<ProposedContent, 'details'> & {
    source: string;
    songs: ArchiveSong[] | null | undefined;
  },
  { index, now }: { index: SongIndex; now: number },
): Promise<boolean> {
  const [open] = await tx.select().from(proposedChanges).where(eq(proposedChanges.showId, show.id));
  const earlier = open ? proposedContent.parse(open.content) : undefined;
  const details = otherDetails(show, { ...earlier?.details, ...news.details });
  const wanted = news.songs === undefined ? earlier?.songs : (news.songs ?? undefined);
  // Song keys belong to the archive that sent them.
  const isEarlier = open && earlier?.songs && news.songs === undefined;
  const source = isEarlier ? open.source : news.source;
  const of = { show, source, songs: wanted };
  const songs = (await formatSetlist(tx, index, of)).length > 0 ? wanted : undefined;
  if (Object.keys(details).length === 0 && !songs) {
    await tx.delete(proposedChanges).where(eq(proposedChanges.showId, show.id));
    return false;
  }
  const set = { source, content: { details, songs }, at: new Date(now) };
  await tx
    .insert(proposedChanges)
    .values({ showId: show.id, ...set })
    .onConflictDoUpdate({ target: proposedChanges.showId, set });
  const isNewSetlist = Boolean(news.songs && songs);
  return isNewSetlist || Object.keys(news.details).some((key) => key in details);
}

export async function listProposals(db: Db): Promise<ProposedChange[]> {
  return (await readProposals(db)).filter(({ lines }) => lines.length > 0);
}

/** Shows may have been edited to match their proposals. */
export async function dropIdleProposals(tx: Tx): Promise<void> {
  const idle = (await readProposals(tx)).filter(({ lines }) => lines.length === 0);
  for (const { show } of idle)
    await tx.delete(proposedChanges).where(eq(proposedChanges.showId, show.id));
}

async function readProposals(db: DbOrTx): Promise<ProposedChange[]> {
  const open = await db
    .select()
    .from(proposedChanges)
    .innerJoin(shows, eq(shows.id, proposedChanges.showId))
    .orderBy(asc(proposedChanges.at), asc(shows.id));
  if (open.length === 0) return [];
  const index = await readSongIndex(db);
  const listed: ProposedChange[] = [];
  for (const { proposed_changes: proposal, shows: show } of open) {
    const { source, at } = proposal;
    const { details, songs } = proposedContent.parse(proposal.content);
    const lines = [
      ...formatDetails(show, otherDetails(show, details)),
      ...(await formatSetlist(db, index, { show, source, songs })),
    ];
    listed.push({ source, at: at.toISOString(), show: toShow(show), lines });
  }
  return listed;
}

function otherDetails(
  show: ShowRow,
  details: ProposedContent['details'],
): ProposedContent['details'] {
  const present: Record<string, unknown> = presentDetails(show);
  return Object.fromEntries(
    Object.entries(details).filter(([key, value]) => value !== null && present[key] !== value),
  );
}

function presentDetails(show: ShowRow): ArchiveDetails {
  const { name, venue, city, state, country, tourName } = show;
  return { name, venue, city, state, country, tourName, ...localTime(show.date, show.timeZone) };
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
  const present = presentDetails(show);
  return (Object.keys(details) as (keyof ArchiveDetails)[]).map(
    (key) => `${DETAIL_NAMES[key]}: ${present[key] ?? 'none'} becomes ${details[key]}`,
  );
}

async function formatSetlist(
  db: DbOrTx,
  index: SongIndex,
  { show, source, songs }: { show: ShowRow; source: string; songs: ArchiveSong[] | undefined },
): Promise<string[]> {
  if (!songs) return [];
  const present = await findRows(db, show.id);
  const wanted = setlistRows(show, entriesOf(source, songs), index);
  return formatDifference(present, wanted, (id) => index.titles.get(id) ?? id);
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
  const { source, songs, ...proposed } = await take(tx, showId);
  const details = otherDetails(show, proposed.details);
  if (Object.keys(details).length > 0) await updateShow(scope, showId, bodyOf(show, details));
  if (songs) await acceptSetlist(scope, scoring, { show, source, songs, now });
  changed({ topic: 'proposal', subjectId: actorId, version: now });
}

/** An administrator's request: a moved show moves its lock, a postponed one reopens. */
function bodyOf(
  show: ShowRow,
  { day, time, ...fields }: ProposedContent['details'],
): Parameters<typeof updateShow>[2] {
  const isMoved = day !== undefined || time !== undefined;
  if (!isMoved) return fields;
  const now = localTime(show.date, show.timeZone);
  const date = instantOn(day ?? now.day, show.timeZone, time ?? now.time);
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
  const setlist = entriesOf(source, songs);
  const added = await addMissingSongs(tx, index, songsOf(setlist));
  if (added > 0) changed({ topic: 'song', subjectId: null, version: 0 });
  const wanted = setlistRows(show, setlist, index);
  await changeSetlist(scope, scoring, {
    showId,
    clock: () => now,
    action: 'setlist.import',
    async arrange({ rows: present, version }) {
      const rows = pairRows(present, wanted).flatMap(([was, is]) => {
        if (!is) return [];
        const row = { ...NEW_ROW, id: randomUUID(), version, ...was, ...is };
        return [was && isSameRow(was, row) ? was : { ...row, version }];
      });
      return { rows, rowId: rows[0]?.id ?? present[0]?.id ?? showId };
    },
  });
  await noteUnknown(tx, { showId, source }, songs);
  if (added > 0) await refreshRarities(tx, now);
}

const NEW_ROW = { playedAt: null, breakAfter: null };

/** It is proposed again only after the archive changes again. */
export async function dismissProposal(
  { tx, actorId, record, changed }: ChangeScope,
  showId: string,
  now: number,
): Promise<void> {
  await lockShow(tx, showId);
  const before = await take(tx, showId);
  await record({ action: 'proposal.dismiss', subjectId: showId, showId, before });
  changed({ topic: 'proposal', subjectId: actorId, version: now });
}

async function take(tx: Tx, showId: string): Promise<ProposedContent & { source: string }> {
  const [open] = await tx
    .delete(proposedChanges)
    .where(eq(proposedChanges.showId, showId))
    .returning();
  if (!open) throw notFound('Proposed change');
  return { source: open.source, ...proposedContent.parse(open.content) };
}
