import type { Change } from '#contract/freshness.ts';
import type { ShowScoring } from '../../../context.ts';
import type { UsualStart } from '../readers/show-start.ts';

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
