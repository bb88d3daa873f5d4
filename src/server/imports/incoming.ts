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
  clock: () => number;
  usual?: UsualStart | undefined;
  /** In `import_runs`, to undo the import. */
  runId?: number;
  /** Null on the command line. */
  actorId?: string | null;
  /** Stops the import after the page being written. */
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void | Promise<void>;
  onChange?: (changes: readonly Change[]) => void | Promise<void>;
}

export interface ImportProgress {
  where: string;
  done: number;
  total: number | undefined;
}

export interface PageCounts {
  shows: {
    new: number;
    unchanged: number;
    filled: number;
    proposed: number;
    deletedHere: number;
    /** Not over: a later import takes their setlist. */
    underWay: number;
  };
  songs: { new: number };
  /** Shows whose zone was derived from their state or country. */
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

/** `show` has no setlist until it is over. */
export interface Incoming {
  show: ArchiveShow;
  details: ArchiveDetails;
  setlistHash: string;
  start: Start;
}

export type Known = typeof importedShows.$inferSelect;

/** Unnamed songs leave gaps. A song that is new to the catalogue has its title as `songId`. */
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

export function hashOfSetlist(songs: readonly ArchiveSong[]): string {
  return hashOf(JSON.stringify(songs));
}

export function countUnknown(songs: readonly Pick<ArchiveSong, 'title'>[]): number {
  return songs.filter(({ title }) => title === null).length;
}

/** The count never decreases, because an undo restores the earlier gaps. */
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

export function importedRow(
  source: string,
  { show, details, setlistHash }: Pick<Incoming, 'show' | 'details' | 'setlistHash'>,
) {
  const { sourceId, url, notes, soundcheck, support } = show;
  return { source, sourceId, details, setlistHash, url, notes, soundcheck, support };
}
