import type { Db } from '../db/open.ts';
import type { Archive } from './archive.ts';
import type { ImportOptions, PageCounts } from './incoming.ts';
import { dropIdleProposals } from './proposals.ts';
import { refreshRarities } from './rarity.ts';
import { writePage } from './write-page.ts';

export interface ImportSummary extends PageCounts {
  source: string;
  /** By the keys of `HANDLED`. */
  handled: Archive['handled']['counts'];
}

/**
 * Imports the shows of an archive, a transaction a page, and returns what became of each. What is
 * there stays as it is: a second run changes nothing, and what an archive has corrected meanwhile is
 * proposed. Where it throws (`ImportStopped`), the pages before are in, and a second run goes on.
 */
export async function importArchive(
  db: Db,
  archive: Archive,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { source, handled } = archive;
  const { onProgress, onChange } = options;
  const counts: PageCounts = {
    shows: { new: 0, unchanged: 0, filled: 0, proposed: 0, deletedHere: 0, underWay: 0 },
    songs: { new: 0 },
    zones: { ofPlace: 0 },
  };
  let done = 0;
  for await (const page of archive.pages) {
    options.signal?.throwIfAborted();
    const written = await db.transaction((tx) => writePage(tx, source, page, options));
    add(counts.shows, written.counts.shows);
    add(counts.songs, written.counts.songs);
    add(counts.zones, written.counts.zones);
    if (written.changes.length > 0) await onChange?.(written.changes);
    done += page.shows.length;
    await onProgress?.({ where: page.where, done, total: page.total });
  }
  const summary = { source, ...counts, handled: handled.counts };
  const rarities = await db.transaction(async (tx) => {
    await dropIdleProposals(tx);
    return refreshRarities(tx, options.clock());
  });
  if (rarities > 0)
    await onChange?.([{ topic: 'song', subjectId: null, version: options.clock() }]);
  return summary;
}

function add<Counts extends Record<string, number>>(to: Counts, counts: Counts): void {
  for (const key of Object.keys(counts) as (keyof Counts)[])
    to[key] = ((to[key] ?? 0) + (counts[key] ?? 0)) as Counts[keyof Counts];
}
