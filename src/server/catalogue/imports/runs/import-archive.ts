import { runChange } from '../../../changes/run-change.ts';
import type { Db } from '../../../db/open.ts';
import type { Archive } from '../readers/archive.ts';
import { dropIdleProposals } from '../reconcile/proposals.ts';
import { refreshRarities } from '../reconcile/rarity.ts';
import { addCounts, type ImportOptions, noCounts, type PageCounts } from './import-options.ts';
import { writePage } from './write-page.ts';

export interface ImportSummary extends PageCounts {
  source: string;
  handled: Archive['handled']['counts'];
}

/**
 * Writes one transaction per page. Existing shows keep their data: corrections become proposals.
 * After `ImportStopped` the earlier pages stay, and a second run continues.
 */
export async function importArchive(
  db: Db,
  archive: Archive,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { source, handled } = archive;
  const { onProgress, onChange } = options;
  const counts = noCounts();
  let done = 0;
  for await (const page of archive.pages) {
    options.signal?.throwIfAborted();
    const { result, changes } = await runChange(db, options.actorId ?? null, (scope) =>
      writePage(scope, source, page, options),
    );
    addCounts(counts, result);
    if (changes.length > 0) await onChange?.(changes);
    done += page.shows.length;
    await onProgress?.({ where: page.where, done, total: page.total });
  }
  const summary = { source, ...counts, handled: handled.counts };
  const { changes } = await runChange(db, null, async ({ tx, changed }) => {
    await dropIdleProposals(tx);
    const now = options.clock();
    const rarities = await refreshRarities(tx, now);
    if (rarities > 0) changed({ topic: 'song', subjectId: null, version: now });
  });
  if (changes.length > 0) await onChange?.(changes);
  return summary;
}
