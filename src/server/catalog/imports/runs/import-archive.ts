import { runAndPublish } from '../../../changes/run-change.ts';
import type { Db } from '../../../db/open.ts';
import type { Archive } from '../readers/archive.ts';
import { deleteObsoleteProposals } from '../reconcile/proposals.ts';
import { refreshRarities } from '../reconcile/rarity.ts';
import {
  addCounts,
  createPageCounts,
  type ImportOptions,
  type PageCounts,
} from './import-options.ts';
import { writePage } from './write-page.ts';

export interface ImportSummary extends PageCounts {
  source: string;
  readerCounts: Archive['importCounts']['byKey'];
}

/**
 * Writes one transaction per page. Existing shows keep their data: corrections become proposals.
 * After an `ImportStoppedError`, the written pages stay, and a second run continues after them.
 */
export async function importArchive(
  db: Db,
  archive: Archive,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { source, importCounts } = archive;
  const { onProgress, bus } = options;
  const counts = createPageCounts();
  let doneCount = 0;
  for await (const page of archive.pages) {
    options.signal?.throwIfAborted();
    const pageCounts = await runAndPublish({ db, bus }, options.actorId ?? null, (scope) =>
      writePage(scope, source, page, options),
    );
    addCounts(counts, pageCounts);
    doneCount += page.shows.length;
    await onProgress?.({ location: page.location, done: doneCount, total: page.total });
  }
  const summary = { source, ...counts, readerCounts: importCounts.byKey };
  await runAndPublish({ db, bus }, null, async ({ tx, changed }) => {
    await deleteObsoleteProposals(tx);
    const now = options.clock();
    const changedSongCount = await refreshRarities(tx, now);
    if (changedSongCount > 0) changed({ topic: 'song', subjectId: null, version: now });
  });
  return summary;
}
