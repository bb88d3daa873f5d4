import { randomUUID } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Change } from '#contract/freshness.ts';
import type { ProposedChange } from '#contract/imports.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ShowScoring } from '../context.ts';
import { proposedChanges } from '../db/import-schema.ts';
import type { Db, Tx } from '../db/open.ts';
import { shows, songs } from '../db/schema.ts';
import { notFound } from '../http/route.ts';
import { changeSetlist } from '../setlists/change-setlist.ts';
import { findRows } from '../setlists/queries.ts';
import { instantOn } from '../shows/show-date.ts';
import { lockShow, type ShowRow, toShow } from '../shows/show-row.ts';
import type { ArchiveSong } from './archive.ts';
import { type ArchiveDetails, archiveDetails } from './details.ts';
import { findSongIds } from './find-songs.ts';
import { rowsOf } from './incoming.ts';
import { isSameSetlist, pairRows, tellDifference } from './setlist-difference.ts';
import { localTime } from './show-start.ts';

const archiveSong = z.object({
  key: z.string(),
  title: z.string().nullable(),
  isCover: z.boolean(),
  setLabel: z.string().nullable(),
  isCloser: z.boolean(),
  segue: z.boolean(),
  notes: z.string().nullable(),
});

/** What of a show an archive has corrected: some of its facts, or its whole setlist. */
const proposedContent = z.object({
  details: archiveDetails.partial(),
  songs: z.array(archiveSong).optional(),
});
type ProposedContent = z.output<typeof proposedContent>;

/**
 * Proposes what is not so here already, beside what is proposed of the show; returns whether any of it
 * is news. `songs` is undefined where the archive's setlist is the one that it was, null where it is
 * the one that is here.
 */
export async function propose(
  tx: Tx,
  show: ShowRow,
  news: Pick<ProposedContent, 'details'> & {
    source: string;
    songs: ArchiveSong[] | null | undefined;
  },
  now: number,
): Promise<boolean> {
  const [open] = await tx.select().from(proposedChanges).where(eq(proposedChanges.showId, show.id));
  const earlier = open ? proposedContent.parse(open.content) : undefined;
  const present: Record<string, unknown> = presentDetails(show);
  const details = Object.fromEntries(
    Object.entries({ ...earlier?.details, ...news.details }).filter(
      ([key, value]) => value !== null && present[key] !== value,
    ),
  );
  const songs = news.songs === undefined ? earlier?.songs : (news.songs ?? undefined);
  if (Object.keys(details).length === 0 && !songs) {
    await tx.delete(proposedChanges).where(eq(proposedChanges.showId, show.id));
    return false;
  }
  const set = { source: news.source, content: { details, songs }, at: new Date(now) };
  await tx
    .insert(proposedChanges)
    .values({ showId: show.id, ...set })
    .onConflictDoUpdate({ target: proposedChanges.showId, set });
  return Boolean(news.songs) || Object.keys(news.details).some((key) => key in details);
}

/** What waits for a decision, the oldest first. */
export async function listProposals(db: Db): Promise<ProposedChange[]> {
  const open = await db
    .select()
    .from(proposedChanges)
    .innerJoin(shows, eq(shows.id, proposedChanges.showId))
    .orderBy(asc(proposedChanges.at), asc(shows.id));
  const told: ProposedChange[] = [];
  for (const { proposed_changes: proposal, shows: show } of open) {
    const content = proposedContent.parse(proposal.content);
    const lines = [
      ...tellDetails(show, content.details),
      ...(await tellSetlist(db, show, content)),
    ];
    const { source, at } = proposal;
    told.push({ source, at: at.toISOString(), show: toShow(show), lines });
  }
  return told;
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

function tellDetails(show: ShowRow, details: ProposedContent['details']): string[] {
  const present = presentDetails(show);
  return (Object.keys(details) as (keyof ArchiveDetails)[]).map(
    (key) => `${DETAIL_NAMES[key]}: ${present[key] ?? 'none'} becomes ${details[key]}`,
  );
}

async function tellSetlist(
  db: Db,
  show: ShowRow,
  { songs: wanted }: ProposedContent,
): Promise<string[]> {
  if (!wanted) return [];
  const present = await findRows(db, show.id);
  const ids = present.map(({ songId }) => songId);
  const found = await db.select().from(songs).where(inArray(songs.id, ids));
  // Told by titles: a song that is only proposed is not there yet.
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  const byTitle = present.map((row) => ({ ...row, songId: titles.get(row.songId) ?? '' }));
  const keys = new Map(wanted.map(({ key, title }) => [key, title ?? '']));
  return tellDifference(byTitle, rowsOf(show.id, wanted, keys), (title) => title);
}

/** Does what is proposed, with all that follows from it: stored points, versions, records. */
export async function acceptProposal(
  tx: Tx,
  scoring: ShowScoring,
  showId: string,
  actorId: string,
): Promise<Change[]> {
  const before = await lockShow(tx, showId);
  const { source, details, songs } = await take(tx, showId);
  const changes: Change[] = [];
  if (Object.keys(details).length > 0) {
    const { day, time, ...fields } = details;
    const now = presentDetails(before);
    const date = instantOn(day ?? now.day, before.timeZone, time ?? now.time ?? undefined);
    const isMoved = day !== undefined || time !== undefined;
    const version = before.version + 1;
    const detailsVersion = before.detailsVersion + 1;
    const [after] = await tx
      .update(shows)
      .set({ ...fields, ...(isMoved && { date }), version, detailsVersion })
      .where(eq(shows.id, showId))
      .returning();
    const of = { subjectId: showId, showId, before, after };
    await recordChange(tx, { actorId, action: 'show.update', ...of });
    changes.push({ topic: 'show', subjectId: showId, version });
  }
  if (songs)
    changes.push(...(await acceptSetlist(tx, scoring, { showId, source, songs, actorId })));
  return changes;
}

async function acceptSetlist(
  tx: Tx,
  scoring: ShowScoring,
  of: { showId: string; source: string; songs: z.output<typeof archiveSong>[]; actorId: string },
): Promise<Change[]> {
  const { showId, source, actorId } = of;
  const { ids, added } = await findSongIds(tx, source, of.songs);
  const { changes } = await changeSetlist(tx, scoring, {
    showId,
    actorId,
    action: 'setlist.import',
    async arrange({ rows: present, version }) {
      const pairs = pairRows(present, rowsOf(showId, of.songs, ids));
      const rows = pairs.flatMap(([was, is]) => {
        if (!is) return [];
        const row = { ...NEW_ROW, id: randomUUID(), version, ...was, ...is };
        return [was && isSameSetlist([was], [row]) ? was : { ...row, version }];
      });
      return { rows, rowId: rows[0]?.id ?? present[0]?.id ?? showId };
    },
  });
  return [
    ...(added > 0 ? [{ topic: 'song', subjectId: null, version: 0 } as const] : []),
    ...changes,
  ];
}

/** What no archive says of a row. */
const NEW_ROW = { playedAt: null, breakAfter: null };

/** Lets it be as it is here; the archive must change again before it is proposed again. */
export async function dismissProposal(tx: Tx, showId: string, actorId: string): Promise<void> {
  await lockShow(tx, showId);
  const before = await take(tx, showId);
  await recordChange(tx, {
    actorId,
    action: 'proposal.dismiss',
    subjectId: showId,
    showId,
    before,
  });
}

async function take(tx: Tx, showId: string): Promise<ProposedContent & { source: string }> {
  const [open] = await tx
    .delete(proposedChanges)
    .where(eq(proposedChanges.showId, showId))
    .returning();
  if (!open) throw notFound('Proposed change');
  return { source: open.source, ...proposedContent.parse(open.content) };
}
