import { and, eq, inArray } from 'drizzle-orm';
import type { ChangeScope } from '../../../changes/run-change.ts';
import { importedShows } from '../../../db/schema/imports.ts';
import type { Tx } from '../../../db/transaction.ts';
import { loadCatalogue } from '../../load-catalogue.ts';
import type { ArchivePage, ArchiveShow } from '../readers/archive.ts';
import { isOver, startOf } from '../readers/show-start.ts';
import { incomingOf, newShowOf } from '../reconcile/archive-rows.ts';
import { matchShows, type UnmatchedShow } from '../reconcile/match-shows.ts';
import { type ExistingShow, type KnownShow, reconcileShow } from '../reconcile/reconcile-show.ts';
import { type ImportOptions, noCounts, type PageCounts } from './import-options.ts';
import { type ImportTrace, watchShows } from './import-trace.ts';

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
  const { usual } = options;
  const { where } = page;
  const counts = noCounts();
  const { newShows, reconciled, ...loaded } = await loadCatalogue(tx, {
    async match() {
      const started = page.shows.map((show) => ({ show, start: startOf(show, usual, where) }));
      counts.zones.ofPlace = started.filter(({ start }) => start.isZoneOfPlace).length;
      const known = await findKnown(tx, source, page.shows);
      const unknown = started.filter(({ show }) => !known.has(show.sourceId));
      const { own, newShows: unmatched } = await matchShows(tx, { source, usual, where }, unknown);
      const existing = started.flatMap((one): ExistingShow[] => {
        const { sourceId } = one.show;
        const before = known.get(sourceId) ?? own.get(sourceId);
        return before ? [{ ...withoutUnfinishedSetlist(one), before }] : [];
      });
      const added = unmatched.map(withoutUnfinishedSetlist);
      return { existing, newShows: added.map((one) => newShowOf(source, one, now)) };
    },
    async reconcile(existing, index) {
      const matched = existing.flatMap(({ before: { showId }, show: { sourceId } }) =>
        showId ? [{ showId, sourceId }] : [],
      );
      const traceOfMatched = await watchShows(tx, { source, shows: matched });
      const filled: ImportTrace['filled'] = [];
      for (const show of existing) {
        const met = await reconcileShow({ ...scope, changed }, { ...options, source, index }, show);
        counts.shows[met.became] += 1;
        if (met.filled) filled.push(met.filled);
      }
      return { filled, ...(await traceOfMatched()) };
    },
  });
  counts.shows.new = newShows.length;
  counts.songs.new = loaded.trace.songIds.length;
  if (counts.songs.new > 0) changed({ topic: 'song', subjectId: null, version: now });
  if (counts.shows.new > 0) changed({ topic: 'show', subjectId: null, version: now });
  const trace: ImportTrace = { runId: options.runId ?? null, ...loaded.trace, ...reconciled };
  const { unchanged: _, deletedHere: __, underWay: ___, ...news } = counts.shows;
  if (hasChanges || trace.imported.length > 0) {
    const after = { source, where, shows: news, songs: counts.songs, trace };
    await record({ action: 'setup.import', after });
  }
  return counts;

  function withoutUnfinishedSetlist({ show, start }: UnmatchedShow) {
    const isUnderWay = !isOver(start.date, now);
    if (isUnderWay && show.songs.length > 0) counts.shows.underWay += 1;
    return incomingOf(source, isUnderWay ? { ...show, songs: [] } : show, start);
  }
}

async function findKnown(
  tx: Tx,
  source: string,
  all: readonly ArchiveShow[],
): Promise<Map<string, KnownShow>> {
  const ids = all.map(({ sourceId }) => sourceId);
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(importedShows)
    .where(and(eq(importedShows.source, source), inArray(importedShows.sourceId, ids)));
  return new Map(rows.map((row) => [row.sourceId, row]));
}
