import { runChange } from '../../../changes/run-change.ts';
import type { Db } from '../../../db/open.ts';
import type { Archive } from '../readers/archive.ts';
import { deleteObsoleteProposals } from '../reconcile/proposals.ts';
import { refreshRarities } from '../reconcile/rarity.ts';
import { addCounts, type ImportOptions, noCounts, type PageCounts } from './import-options.ts';
import { writePage } from './write-page.ts';

export interface ImportSummary extends PageCounts {
  source: string;
  decisions: Archive['decisions']['counts'];
}

/**
 * Writes one transaction per page. Existing shows keep their data: corrections become proposals.
 * After `ImportStoppedError` the earlier pages stay, and a second run continues.
 */
export async function importArchive(
  db: Db,
  archive: Archive,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { source, decisions } = archive;
  const { onProgress, onChange } = options;
  const counts = noCounts();
  let doneShows = 0;
  for await (const page of archive.pages) {
    options.signal?.throwIfAborted();
    const { result, changes } = await runChange(db, options.actorId ?? null, (scope) =>
      writePage(scope, source, page, options),
    );
    addCounts(counts, result);
    if (changes.length > 0) await onChange?.(changes);
    doneShows += page.shows.length;
    await onProgress?.({ location: page.location, done: doneShows, total: page.total });
  }
  const summary = { source, ...counts, decisions: decisions.counts };
  const { changes } = await runChange(db, null, async ({ tx, changed }) => {
    await deleteObsoleteProposals(tx);
    const now = options.clock();
    const rarities = await refreshRarities(tx, now);
    if (rarities > 0) changed({ topic: 'song', subjectId: null, version: now });
  });
  if (changes.length > 0) await onChange?.(changes);
  return summary;
}
