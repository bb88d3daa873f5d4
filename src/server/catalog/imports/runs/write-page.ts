import { and, eq, inArray } from 'drizzle-orm';
import type { ChangeScope } from '../../../changes/run-change.ts';
import { importedShows } from '../../../db/schema/imports.ts';
import type { Tx } from '../../../db/transaction.ts';
import { loadCatalog } from '../../load-catalog.ts';
import type { ArchivePage, ArchiveShow } from '../readers/archive.ts';
import { isOver, resolveStart } from '../readers/show-start.ts';
import { toCatalogShow, toIncomingShow } from '../reconcile/archive-rows.ts';
import { matchShows, type UnmatchedShow } from '../reconcile/match-shows.ts';
import {
  type ExistingShow,
  type ImportedShow,
  reconcileShow,
} from '../reconcile/reconcile-show.ts';
import { findRenamedTours } from '../reconcile/renamed-tours.ts';
import { createPageCounts, type ImportOptions, type PageCounts } from './import-options.ts';
import { type ImportTrace, trackShows } from './import-trace.ts';

export async function writePage(
  scope: ChangeScope,
  source: string,
  page: ArchivePage,
  options: ImportOptions,
): Promise<PageCounts> {
  const { tx, record } = scope;
  let hasChanges = false;
  const changed: ChangeScope['changed'] = (...changes) => {
    hasChanges = true;
    scope.changed(...changes);
  };
  const now = options.clock();
  const { defaultStart } = options;
  const { location } = page;
  const counts = createPageCounts();
  const {
    newShows,
    reconciled,
    trace: loadTrace,
  } = await loadCatalog(tx, {
    async match() {
      const showsWithStart = page.shows.map((show) => ({
        show,
        start: resolveStart(show, defaultStart, location),
      }));
      counts.zones.inferred = showsWithStart.filter(({ start }) => start.isTimeZoneInferred).length;
      const importedShowsById = await findImportedShows(tx, source, page.shows);
      const newToSource = showsWithStart.filter(
        ({ show }) => !importedShowsById.has(show.sourceId),
      );
      const { matched: matchedShows, newShows: unmatched } = await matchShows(
        tx,
        { source, defaultStart, location },
        newToSource,
      );
      const existing = showsWithStart.flatMap((candidate): ExistingShow[] => {
        const { sourceId } = candidate.show;
        const match = importedShowsById.get(sourceId) ?? matchedShows.get(sourceId);
        return match ? [{ ...removeUnfinishedSetlist(candidate), match }] : [];
      });
      const renamedTours = await findRenamedTours(tx, source);
      const newShows = unmatched.map((candidate) => {
        const show = toCatalogShow(source, removeUnfinishedSetlist(candidate), now);
        return { ...show, tourName: renamedTours.get(show.tourName ?? '') ?? show.tourName };
      });
      return { existing, newShows };
    },
    async reconcile(existing, index) {
      const matched = existing.flatMap(({ match: { showId }, show: { sourceId } }) =>
        showId ? [{ showId, sourceId }] : [],
      );
      const getTrace = await trackShows(tx, { source, shows: matched });
      const filled: ImportTrace['filled'] = [];
      for (const show of existing) {
        const outcome = await reconcileShow(
          { ...scope, changed },
          { ...options, source, index },
          show,
        );
        counts.shows[outcome.result] += 1;
        if (outcome.filled) filled.push(outcome.filled);
      }
      return { filled, ...(await getTrace()) };
    },
  });
  counts.shows.new = newShows.length;
  counts.songs.new = loadTrace.songIds.length;
  if (counts.songs.new > 0) changed({ topic: 'song', subjectId: null, version: now });
  if (counts.shows.new > 0) changed({ topic: 'show', subjectId: null, version: now });
  const trace: ImportTrace = { runId: options.runId ?? null, ...loadTrace, ...reconciled };
  const { unchanged: _, deletedHere: __, underWay: ___, ...showCounts } = counts.shows;
  if (hasChanges || trace.imported.length > 0) {
    const after = { source, where: location, shows: showCounts, songs: counts.songs, trace };
    await record({ action: 'setup.import', after });
  }
  return counts;

  function removeUnfinishedSetlist({ show, start }: UnmatchedShow) {
    const isUnderWay = !isOver(start.date, now);
    if (isUnderWay && show.songs.length > 0) counts.shows.underWay += 1;
    return toIncomingShow(source, isUnderWay ? { ...show, songs: [] } : show, start);
  }
}

async function findImportedShows(
  tx: Tx,
  source: string,
  archiveShows: readonly ArchiveShow[],
): Promise<Map<string, ImportedShow>> {
  const ids = archiveShows.map(({ sourceId }) => sourceId);
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(importedShows)
    .where(and(eq(importedShows.source, source), inArray(importedShows.sourceId, ids)));
  return new Map(rows.map((row) => [row.sourceId, row]));
}
