import { and, eq, sql } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import type { ShowScoring } from '../context.ts';
import { importedShows } from '../db/schema/imports.ts';
import type { Tx } from '../db/transaction.ts';
import type { ArchiveShow, ArchiveSong } from './archive.ts';
import type { ArchiveDetails } from './details.ts';
import { type Catalogue, findSongId, hashOf } from './match-songs.ts';
import type { Start, UsualStart } from './show-start.ts';

export interface ImportOptions {
  scoring: ShowScoring;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Start time and zone for shows that have none in the archive. */
  usual?: UsualStart | undefined;
  /** Id in `import_runs`, by which the import can be undone. */
  runId?: number;
  /** The administrator who imports; null on the command line. */
  actorId?: string | null;
  /** Abort it to stop after the page that is being written. */
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void | Promise<void>;
  /** Called with the committed changes of each page, before the next page. */
  onChange?: (changes: readonly Change[]) => void | Promise<void>;
}

export interface ImportProgress {
  /** The page just imported: 'page 7'. */
  where: string;
  done: number;
  /** Undefined if the archive does not state it. */
  total: number | undefined;
}

export interface PageCounts {
  shows: {
    new: number;
    /** Existing shows with nothing to fill or propose. */
    unchanged: number;
    /** Existed without a setlist and now have one. */
    filled: number;
    /** Corrected by the archive. An administrator accepts or dismisses the changes. */
    proposed: number;
    /** Deleted by an administrator. Imports do not restore them. */
    deletedHere: number;
    /** Not over: a later import takes their setlist. */
    underWay: number;
  };
  songs: { new: number };
  /** Shows without a zone in the archive, placed in the zone of their state or country. */
  zones: { ofPlace: number };
}

export function noCounts(): PageCounts {
  return {
    shows: { new: 0, unchanged: 0, filled: 0, proposed: 0, deletedHere: 0, underWay: 0 },
    songs: { new: 0 },
    zones: { ofPlace: 0 },
  };
}

export function addCounts(all: PageCounts, page: PageCounts): void {
  add(all.shows, page.shows);
  add(all.songs, page.songs);
  add(all.zones, page.zones);
}

function add<Counts extends Record<string, number>>(to: Counts, counts: Counts): void {
  for (const key of Object.keys(counts) as (keyof Counts)[])
    to[key] = ((to[key] ?? 0) + (counts[key] ?? 0)) as Counts[keyof Counts];
}

/** A show of a page as it can be imported now: without a setlist until the show is over. */
export interface Incoming {
  show: ArchiveShow;
  details: ArchiveDetails;
  setlistHash: string;
  start: Start;
}

export type Known = typeof importedShows.$inferSelect;

/**
 * Returns the rows of a setlist. A song that the archive cannot name leaves a gap in the positions.
 * A song that does not exist in the catalogue yet has its title as `songId`.
 */
export function rowsOf(
  { showId, source }: { showId: string; source: string },
  songs: readonly ArchiveSong[],
  catalogue: Catalogue,
) {
  return songs.flatMap((song, index) => {
    const { key: _, title, isCover: __, ...row } = song;
    if (title === null) return [];
    const songId = findSongId(catalogue, source, song) ?? title;
    return [{ showId, songId, position: index + 1, ...row }];
  });
}

/** Detects that the archive has changed the setlist. */
export function hashOfSetlist(songs: readonly ArchiveSong[]): string {
  return hashOf(JSON.stringify(songs));
}

/** Counts the positions that stay empty because the archive cannot name their songs. */
export function countUnknown(songs: readonly Pick<ArchiveSong, 'title'>[]): number {
  return songs.filter(({ title }) => title === null).length;
}

/** Stores the number of unknown songs. It never decreases, because an undo restores the earlier gaps. */
export async function noteUnknown(
  tx: Tx,
  { showId, source }: { showId: string; source: string },
  songs: readonly ArchiveSong[],
): Promise<void> {
  const unknownSongs = sql`greatest(${importedShows.unknownSongs}, ${countUnknown(songs)})`;
  await tx
    .update(importedShows)
    .set({ unknownSongs })
    .where(and(eq(importedShows.showId, showId), eq(importedShows.source, source)));
}

/** The `imported_shows` row: what the archive says, apart from the editable show. */
export function importedRow(
  source: string,
  { show, details, setlistHash }: Pick<Incoming, 'show' | 'details' | 'setlistHash'>,
) {
  const { sourceId, url, notes, soundcheck, support } = show;
  return { source, sourceId, details, setlistHash, url, notes, soundcheck, support };
}
