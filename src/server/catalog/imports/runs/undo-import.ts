import { and, eq, gt, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import type { ImportJob } from '#contract/imports.ts';
import type { ChangeScope } from '../../../changes/run-change.ts';
import type { ShowScoring } from '../../../context.ts';
import { toChunks } from '../../../db/chunks.ts';
import { auditLog } from '../../../db/schema/audit.ts';
import { forumPosts } from '../../../db/schema/forums.ts';
import {
  importedShows,
  importedSongs,
  importRuns,
  proposedChanges,
} from '../../../db/schema/imports.ts';
import { predictionSongs, predictions } from '../../../db/schema/predictions.ts';
import { liveSetlistSongs } from '../../../db/schema/setlists.ts';
import { shows } from '../../../db/schema/shows.ts';
import { songs } from '../../../db/schema/songs.ts';
import type { Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { notFound } from '../../../http/route.ts';
import { bumpVersion } from '../../../shows/show-row.ts';
import { lockCatalog } from '../../load-catalog.ts';
import { refreshRarities } from '../reconcile/rarity.ts';
import { type ImportTrace, importTrace } from './import-trace.ts';

interface Page {
  recordId: number;
  source: string;
  trace: ImportTrace;
}

/** Throws 409 if imported content was changed or used, or if a later import exists. */
export async function undoImport(
  scope: ChangeScope,
  scoring: ShowScoring,
  runId: number,
  now: number,
): Promise<ImportJob> {
  const { tx, actorId, record, changed } = scope;
  await lockCatalog(tx);
  // Blocks predictions and show changes, which start by locking a row of this table.
  await tx.execute(sql`lock table ${shows} in exclusive mode`);
  const [run] = await tx.select().from(importRuns).where(eq(importRuns.id, runId));
  if (!run) throw notFound('Import');
  if (run.state === 'running')
    throw new ApiError(409, 'The import is still running. Stop it first.');
  const pages = await readPages(tx, runId);
  if (pages.length === 0) throw new ApiError(409, 'This import has nothing to undo.');
  await rejectIfLaterImport(tx, pages);
  await rejectIfChanged(tx, pages);
  await rejectIfUsed(tx, pages);

  for (const page of pages.toReversed()) await undoPage(scope, scoring, page);
  if (pages.some(({ trace }) => trace.songIds.length > 0)) await refreshRarities(tx, now);
  const ids = pages.map(({ recordId }) => recordId);
  await tx
    .update(auditLog)
    .set({ undoneAt: new Date(now) })
    .where(inArray(auditLog.id, ids));
  const set = { state: 'undone' as const, lines: ['Everything it imported was removed.'] };
  const isRun = eq(importRuns.id, runId);
  const [undoneRun = run] = await tx.update(importRuns).set(set).where(isRun).returning();
  const after = { source: run.source, ...countRemoved(pages) };
  await record({ action: 'setup.undo-import', after });
  changed({ topic: 'import', subjectId: actorId, version: now });
  return undoneRun;
}

async function readPages(tx: Tx, runId: number): Promise<Page[]> {
  const records = await tx
    .select({ recordId: auditLog.id, after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.action, 'setup.import'),
        isNull(auditLog.undoneAt),
        sql`${auditLog.after} -> 'trace' ->> 'runId' = ${String(runId)}`,
      ),
    )
    .orderBy(auditLog.id);
  return records.map(({ recordId, after }) => {
    const { source, trace } = after as { source: string; trace: unknown };
    return { recordId, source, trace: importTrace.parse(trace) };
  });
}

async function rejectIfLaterImport(tx: Tx, pages: readonly Page[]): Promise<void> {
  const lastRecordId = Math.max(...pages.map(({ recordId }) => recordId));
  const isLater = and(
    eq(auditLog.action, 'setup.import'),
    isNull(auditLog.undoneAt),
    gt(auditLog.id, lastRecordId),
  );
  if ((await tx.$count(auditLog, isLater)) > 0)
    throw new ApiError(409, 'A later import exists. Undo it first.');
}

/** Every change to a show or song leaves an audit record newer than that of its page. */
async function rejectIfChanged(tx: Tx, pages: readonly Page[]): Promise<void> {
  for (const { recordId, trace } of pages) {
    const showIds = [
      ...trace.showIds,
      ...[...trace.filled, ...trace.imported, ...trace.proposed].map(({ showId }) => showId),
    ];
    const [newerRecord] = await tx
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(
        and(
          gt(auditLog.id, recordId),
          or(
            inArray(auditLog.showId, showIds),
            inArray(auditLog.subjectId, [...showIds, ...trace.songIds]),
          ),
        ),
      )
      .limit(1);
    if (newerRecord) throw createUndoConflict('changed');
  }
}

async function rejectIfUsed(tx: Tx, pages: readonly Page[]): Promise<void> {
  for (const { trace } of pages) {
    const isShowPrediction = inArray(predictions.showId, trace.showIds);
    const isSongPick = inArray(predictionSongs.songId, trace.songIds);
    const isPredicted =
      (await tx.$count(predictions, isShowPrediction)) > 0 ||
      (await tx.$count(predictionSongs, isSongPick)) > 0;
    if (isPredicted) throw createUndoConflict('predicted');
    const isShowPost = inArray(forumPosts.threadId, trace.showIds);
    if ((await tx.$count(forumPosts, isShowPost)) > 0) throw createUndoConflict('discussed');
  }
}

function createUndoConflict(reason: 'changed' | 'predicted' | 'discussed'): ApiError {
  return new ApiError(
    409,
    `Something from this import was ${reason} later, so the import can no longer be undone.`,
  );
}

async function undoPage(
  scope: ChangeScope,
  scoring: ShowScoring,
  { source, trace }: Page,
): Promise<void> {
  const { tx, changed } = scope;
  for (const filled of trace.filled) await emptyShow(scope, scoring, filled);
  await tx.delete(importedShows).where(inArray(importedShows.showId, trace.showIds));
  await tx.delete(shows).where(inArray(shows.id, trace.showIds));
  for (const { sourceId, before } of trace.imported) {
    await tx
      .delete(importedShows)
      .where(and(eq(importedShows.source, source), eq(importedShows.sourceId, sourceId)));
    if (before) await tx.insert(importedShows).values(before as typeof importedShows.$inferInsert);
  }
  for (const { showId, before } of trace.proposed) {
    await tx.delete(proposedChanges).where(eq(proposedChanges.showId, showId));
    if (before) await tx.insert(proposedChanges).values(toProposalRow(before));
  }
  for (const keys of toChunks(trace.songKeys))
    await tx.delete(importedSongs).where(inArray(importedSongs.importKey, keys));
  const isInSetlist = tx
    .select({ id: liveSetlistSongs.id })
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.songId, songs.id));
  await tx.delete(songs).where(and(inArray(songs.id, trace.songIds), notExists(isInSetlist)));
  const allSubjects = { subjectId: null, version: 0 };
  if (trace.showIds.length + trace.imported.length > 0) changed({ topic: 'show', ...allSubjects });
  if (trace.songIds.length > 0) changed({ topic: 'song', ...allSubjects });
  if (trace.proposed.length > 0) changed({ topic: 'proposal', ...allSubjects });
}

async function emptyShow(
  { tx, record, changed }: ChangeScope,
  scoring: ShowScoring,
  { showId, status }: ImportTrace['filled'][number],
): Promise<void> {
  await tx.delete(liveSetlistSongs).where(eq(liveSetlistSongs.showId, showId));
  await scoring.clear(tx, showId, 'Import undone');
  await tx.update(shows).set({ status }).where(eq(shows.id, showId));
  const isSetlistImport = and(eq(auditLog.showId, showId), eq(auditLog.action, 'setlist.import'));
  await tx.update(auditLog).set({ undoneAt: sql`now()` }).where(isSetlistImport);
  if (status === 'open')
    await record({
      action: 'show.status',
      subjectId: showId,
      showId,
      before: { status: 'closed' },
      after: { status },
    });
  const version = await bumpVersion(tx, showId);
  for (const topic of ['show', 'setlist', 'standings', 'totals'] as const)
    changed({ topic, subjectId: showId, version });
}

function toProposalRow(before: Record<string, unknown>): typeof proposedChanges.$inferInsert {
  const row = before as Omit<typeof proposedChanges.$inferInsert, 'at'> & { at: string };
  return { ...row, at: new Date(row.at) };
}

function countRemoved(pages: readonly Page[]) {
  const count = (select: (trace: ImportTrace) => readonly unknown[]) =>
    pages.reduce((sum, { trace }) => sum + select(trace).length, 0);
  return {
    shows: { removed: count(({ showIds }) => showIds), emptied: count(({ filled }) => filled) },
    songs: { removed: count(({ songIds }) => songIds) },
  };
}
