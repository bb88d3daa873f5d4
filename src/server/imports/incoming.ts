import { and, eq, sql } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import type { ShowScoring } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { importedShows } from '../db/schema/imports.ts';
import type { ArchiveShow, ArchiveSong } from './archive.ts';
import type { ArchiveDetails } from './details.ts';
import { type Catalogue, findSongId, hashOf } from './match-songs.ts';
import type { Start, UsualStart } from './show-start.ts';

// What an import is told, and what its steps hand to each other.

export interface ImportOptions {
  scoring: ShowScoring;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** When and in which zone shows start of which the archive does not say it. */
  usual?: UsualStart | undefined;
  /** Of `import_runs`: what is written can be undone by it. */
  runId?: number;
  /** The administrator who imports; null on the command line. */
  actorId?: string | null;
  /** Aborted where it shall end: after the page that is being written. */
  signal?: AbortSignal;
  /** Called after each page. */
  onProgress?: (progress: ImportProgress) => void | Promise<void>;
  /** Called with what was committed, before the next page: announce it. */
  onChange?: (changes: Change[]) => void | Promise<void>;
}

export interface ImportProgress {
  /** The page that is in now: 'page 7'. */
  where: string;
  done: number;
  /** Undefined where the archive does not tell. */
  total: number | undefined;
}

/** What became of each show, and how many songs are new. */
export interface PageCounts {
  shows: {
    new: number;
    /** As the archive had them before. */
    unchanged: number;
    /** Were there without a setlist, and have one now. */
    filled: number;
    /** Corrected by the archive: an administrator decides. */
    proposed: number;
    /** Deleted by an administrator: no import brings them back. */
    deletedHere: number;
    /** Their setlist is taken when they are over. */
    underWay: number;
  };
  songs: { new: number };
  /** Shows whose zone nobody has named: that of their state or country. */
  zones: { ofPlace: number };
}

export function noCounts(): PageCounts {
  return {
    shows: { new: 0, unchanged: 0, filled: 0, proposed: 0, deletedHere: 0, underWay: 0 },
    songs: { new: 0 },
    zones: { ofPlace: 0 },
  };
}

/** Adds the counts of a page to those of all. */
export function addCounts(all: PageCounts, page: PageCounts): void {
  add(all.shows, page.shows);
  add(all.songs, page.songs);
  add(all.zones, page.zones);
}

function add<Counts extends Record<string, number>>(to: Counts, counts: Counts): void {
  for (const key of Object.keys(counts) as (keyof Counts)[])
    to[key] = ((to[key] ?? 0) + (counts[key] ?? 0)) as Counts[keyof Counts];
}

/** A show of the page, as far as it may be told now: a night that is not over has no setlist yet. */
export interface Incoming {
  show: ArchiveShow;
  details: ArchiveDetails;
  setlistHash: string;
  start: Start;
}

export type Known = typeof importedShows.$inferSelect;

/**
 * The rows of a setlist; a song that the archive does not know leaves its place empty. One that is not here
 * yet goes by its title.
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

/** By it another setlist of the same archive is known. */
export function hashOfSetlist(songs: readonly ArchiveSong[]): string {
  return hashOf(JSON.stringify(songs));
}

/** How many places of it stay empty: nobody knows their songs. */
export function countUnknown(songs: readonly Pick<ArchiveSong, 'title'>[]): number {
  return songs.filter(({ title }) => title === null).length;
}

/** Notes so many for a setlist that was taken; not fewer than before: whoever undoes it has those again. */
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

/** What is kept of a show besides what administrators may change. */
export function importedRow(
  source: string,
  { show, details, setlistHash }: Pick<Incoming, 'show' | 'details' | 'setlistHash'>,
) {
  const { sourceId, url, notes, soundcheck, support } = show;
  return { source, sourceId, details, setlistHash, url, notes, soundcheck, support };
}
