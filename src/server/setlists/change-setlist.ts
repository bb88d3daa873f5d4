import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditAction } from '#contract/audit.ts';
import { REQUEST_ID_HEADER, type SetlistEntry } from '#contract/setlists.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { ShowScoring } from '../context.ts';
import { auditLog } from '../db/schema/audit.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { requireScribe } from '../scribes/rights.ts';
import { chooseSetlistTopic } from '../shows/setlist-seals.ts';
import { bumpVersion, lockShow, markCorrected } from '../shows/show-row.ts';
import { queueSetlistEvent } from '../webhooks/queue-event.ts';
import { hasEntered } from './credits.ts';
import { describeCorrection } from './describe-correction.ts';
import { findSetlist, findSetlistRows } from './queries.ts';
import { type Difference, diffRows, isCorrection, type SetlistRow } from './setlist-rows.ts';

export interface SetlistRequest {
  showId: string;
  requestId?: string | undefined;
  clock: () => number;
  scribeId?: string | undefined;
}

interface SetlistChange extends SetlistRequest {
  action: Extract<AuditAction, `setlist.${string}`>;
  arrange(setlist: CurrentSetlist): Promise<{ rows: SetlistRow[]; rowId: string }>;
}

interface CurrentSetlist {
  rows: readonly SetlistRow[];
  isLive: boolean;
  /** The show's next version, which the changed row gets. */
  version: number;
}

export interface ChangedSetlist {
  setlist: SetlistEntry[];
  changeId: number | undefined;
  originalChange?: OriginalChange | undefined;
}

export interface ChangedRow extends ChangedSetlist {
  rowId: string;
}

interface OriginalChange {
  changeId: number;
  rowVersion: number | undefined;
}

/** Also updates points, version and audit log. A repeated request ID changes nothing. */
export async function changeSetlist(
  scope: ChangeScope,
  scoring: ShowScoring,
  { showId, requestId, clock, scribeId, action, arrange }: SetlistChange,
): Promise<ChangedSetlist> {
  const { tx, actorId, record, changed } = scope;
  const show = await lockShow(tx, showId);
  if (scribeId) await requireScribe(tx, scribeId, showId);
  const originalChange =
    requestId && (await findOriginalChange(tx, { showId, actorId, action }, requestId));
  if (originalChange)
    return { setlist: await findSetlist(tx, showId), changeId: undefined, originalChange };
  const rows = await findSetlistRows(tx, showId);
  const isLive = show.status === 'live';
  const { rows: newRows, rowId } = await arrange({ rows, isLive, version: show.version + 1 });
  const difference = diffRows(rows, newRows);
  const { before, after } = difference;
  if (before.length === 0 && after.length === 0)
    return { setlist: await findSetlist(tx, showId), changeId: undefined };
  await saveRows(tx, showId, difference);
  const wasRescored =
    show.scoredAt !== null &&
    (await scoring.rescore(tx, showId, await describeCorrection(tx, rowId, difference)));
  if (isCorrection(difference)) await markCorrected(tx, showId, clock());
  const version = await bumpVersion(tx, showId);
  const topic = chooseSetlistTopic(show, clock());
  const isNamed = topic === 'setlist' && action === 'setlist.add';
  if (isNamed && !(await hasEntered(tx, showId, actorId)))
    changed({ topic: 'credits', subjectId: showId, version });
  const entry = { action, subjectId: rowId, showId, before, after };
  const changeId = await record({ ...entry, ...(requestId && { requestId }) });
  const subject = { subjectId: showId, version };
  changed({ topic, ...subject });
  if (isLive || wasRescored) changed({ topic: 'standings', ...subject });
  if (wasRescored) changed({ topic: 'totals', ...subject });
  const isNew = action === 'setlist.add';
  await queueSetlistEvent(scope, show, { rowId, isNew, now: clock() });
  return { setlist: await findSetlist(tx, showId), changeId };
}

async function findOriginalChange(
  tx: Tx,
  {
    showId,
    actorId,
    action,
  }: Pick<SetlistChange, 'showId' | 'action'> & Pick<ChangeScope, 'actorId'>,
  requestId: string,
): Promise<OriginalChange | undefined> {
  const [record] = await tx.select().from(auditLog).where(eq(auditLog.requestId, requestId));
  if (!record) return undefined;
  const isSame = record.showId === showId && record.actorId === actorId && record.action === action;
  if (!isSame) throw new ApiError(409, `Another change already used this ${REQUEST_ID_HEADER}`);
  const rows = recordedVersions.parse(record.after);
  const rowVersion = rows.find(({ id }) => id === record.subjectId)?.version;
  return { changeId: record.id, rowVersion };
}

const recordedVersions = z.array(z.object({ id: z.uuid(), version: z.int().optional() }));

/** Throws 409 if a row now belongs to another show. */
async function saveRows(tx: Tx, showId: string, { before, after }: Difference): Promise<void> {
  const remainingIds = new Set(after.map(({ id }) => id));
  const removedIds = before.map(({ id }) => id).filter((id) => !remainingIds.has(id));
  if (removedIds.length > 0)
    await tx.delete(liveSetlistSongs).where(inArray(liveSetlistSongs.id, removedIds));
  if (after.length === 0) return;
  // One statement: the deferrable constraint checks positions at its end, after rows have moved.
  const savedRows = await tx
    .insert(liveSetlistSongs)
    .values(after)
    .onConflictDoUpdate({
      target: liveSetlistSongs.id,
      set: {
        songId: sql`excluded.song_id`,
        position: sql`excluded.position`,
        isCloser: sql`excluded.is_closer`,
        notes: sql`excluded.notes`,
        setLabel: sql`excluded.set_label`,
        segue: sql`excluded.segue`,
        breakAfter: sql`excluded.break_after`,
        source: sql`excluded.source`,
        version: sql`excluded.version`,
      },
      setWhere: eq(liveSetlistSongs.showId, showId),
    })
    .returning({ id: liveSetlistSongs.id });
  if (savedRows.length < after.length) throw createRowIdConflict();
}

export function createRowIdConflict(): ApiError {
  return new ApiError(409, 'Another row already has this ID');
}
