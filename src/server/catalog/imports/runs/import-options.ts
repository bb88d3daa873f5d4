import type { ImportPreview } from '#contract/imports.ts';
import type { Bus } from '../../../changes/bus.ts';
import type { ShowScoring } from '../../../context.ts';
import type { DefaultStart } from '../readers/show-start.ts';

export interface ImportOptions {
  scoring: ShowScoring;
  clock: () => number;
  defaultStart?: DefaultStart | undefined;
  runId?: number;
  /** The administrator's ID, or null on the command line. */
  actorId?: string | null;
  /** Aborting stops the import after the page that is being written. */
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void | Promise<void>;
  /** Omitted on the command line. */
  bus?: Pick<Bus, 'publish'>;
}

export interface OpenImport {
  source: string;
  close?(): void;
  preview(options: ImportOptions): Promise<ImportPreview>;
  run(options: ImportOptions & { runId: number; actorId: string }): Promise<string[]>;
}

interface ImportProgress {
  location: string;
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
    /** Shows that are not over yet. A later import adds their setlists. */
    underWay: number;
  };
  songs: { new: number };
  zones: { inferred: number };
}

export function createPageCounts(): PageCounts {
  return {
    shows: { new: 0, unchanged: 0, filled: 0, proposed: 0, deletedHere: 0, underWay: 0 },
    songs: { new: 0 },
    zones: { inferred: 0 },
  };
}

export function addCounts(total: PageCounts, page: PageCounts): void {
  add(total.shows, page.shows);
  add(total.songs, page.songs);
  add(total.zones, page.zones);
}

function add<Counts extends Record<string, number>>(target: Counts, counts: Counts): void {
  for (const key of Object.keys(counts) as (keyof Counts)[])
    target[key] = ((target[key] ?? 0) + (counts[key] ?? 0)) as Counts[keyof Counts];
}
