import { and, desc, eq, gt, inArray, isNotNull, isNull, like, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { BREAKS } from '#contract/setlists.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { ShowScoring } from '../context.ts';
import type { DbOrTx } from '../db/open.ts';
import { auditLog } from '../db/schema/audit.ts';
import { songs } from '../db/schema/songs.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { type ChangedSetlist, changeSetlist, type SetlistRequest } from './change-setlist.ts';
import { describeChange, findSetlistRows } from './queries.ts';
import { type RevertibleChange, revertChange } from './revert-change.ts';
import type { SetlistRow } from './setlist-rows.ts';

const MAX_CHANGES = 100;

/** Reverts the latest revertible change by default. Throws 409 if nothing can be reverted. */
export function undoSetlistChange(
  scope: ChangeScope,
  scoring: ShowScoring,
  request: SetlistRequest,
  changeId: number | undefined,
): Promise<ChangedSetlist> {
  const { tx } = scope;
  const { showId, clock } = request;
  return changeSetlist(scope, scoring, {
    ...request,
    action: 'setlist.undo',
    async arrange({ rows }) {
      const changes = await findChanges(tx, showId);
      const revertible = changeId
        ? await revertOneChange(
            tx,
            { showId, rows, changes },
            await findChange(tx, showId, changeId),
          )
        : await findUndoable(tx, { showId, rows, changes });
      if (!revertible) throw new ApiError(409, 'There is nothing to undo');
      await tx
        .update(auditLog)
        .set({ undoneAt: new Date(clock()) })
        .where(eq(auditLog.id, revertible.change.id));
      return { rows: revertible.rows, rowId: revertible.change.rowId };
    },
  });
}

export async function findLastChange(
  db: DbOrTx,
  showId: string,
): Promise<{ changeId: number; rowId: string; what: string } | undefined> {
  const rows = await findSetlistRows(db, showId);
  const changes = await findChanges(db, showId);
  const revertible = await findUndoable(db, { showId, rows, changes });
  if (!revertible) return undefined;
  const { id: changeId, rowId } = revertible.change;
  return { changeId, rowId, what: await describeChange(db, revertible.change) };
}

type RecordedChange = RevertibleChange & { id: number };

async function findChanges(db: DbOrTx, showId: string): Promise<RecordedChange[]> {
  const records = await db
    .select()
    .from(auditLog)
    .where(and(isChangeToShow(showId), isNull(auditLog.undoneAt)))
    .orderBy(desc(auditLog.id))
    .limit(MAX_CHANGES);
  return records.map(parseChange);
}

async function findChange(tx: Tx, showId: string, changeId: number): Promise<RecordedChange> {
  const [record] = await tx
    .select()
    .from(auditLog)
    .where(and(isChangeToShow(showId), eq(auditLog.id, changeId)));
  if (!record) throw new ApiError(409, 'This setlist has no such change');
  if (record.undoneAt) throw new ApiError(409, 'This change was already undone');
  return parseChange(record);
}

function isChangeToShow(showId: string): SQL | undefined {
  const actions = ['setlist.add', 'setlist.update', 'setlist.remove'] as const;
  return and(eq(auditLog.showId, showId), inArray(auditLog.action, [...actions]));
}

function parseChange({
  id,
  subjectId,
  before,
  after,
}: typeof auditLog.$inferSelect): RecordedChange {
  return { id, ...recordedChange.parse({ rowId: subjectId, before, after }) };
}

interface Undoable {
  showId: string;
  rows: readonly SetlistRow[];
  changes: readonly RecordedChange[];
}

async function revertOneChange(
  db: DbOrTx,
  { showId, rows, changes }: Undoable,
  change: RecordedChange,
) {
  const { id } = change;
  const isLast = id === changes[0]?.id && !(await wasEarlierUndone(db, showId, id));
  const revertedRows = revertChange(rows, change, { isLast });
  await requireExistingSongs(db, rows, revertedRows);
  return { change, rows: revertedRows };
}

/** Each undone change has one undo record. Surplus ones after it undid earlier changes. */
async function wasEarlierUndone(db: DbOrTx, showId: string, changeId: number): Promise<boolean> {
  const laterRows = and(
    eq(auditLog.showId, showId),
    gt(auditLog.id, changeId),
    like(auditLog.action, 'setlist.%'),
  );
  const undoCount = await db.$count(auditLog, and(laterRows, eq(auditLog.action, 'setlist.undo')));
  return undoCount !== (await db.$count(auditLog, and(laterRows, isNotNull(auditLog.undoneAt))));
}

async function findUndoable(db: DbOrTx, undoable: Undoable) {
  for (const change of undoable.changes)
    try {
      return await revertOneChange(db, undoable, change);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  return undefined;
}

async function requireExistingSongs(
  db: DbOrTx,
  rows: readonly SetlistRow[],
  revertedRows: readonly SetlistRow[],
): Promise<void> {
  const currentIds = new Set(rows.map(({ songId }) => songId));
  const songIds = revertedRows.map(({ songId }) => songId).filter((id) => !currentIds.has(id));
  const restoredIds = [...new Set(songIds)];
  if (restoredIds.length === 0) return;
  const existingSongs = await db
    .select({ id: songs.id })
    .from(songs)
    .where(inArray(songs.id, restoredIds));
  if (existingSongs.length < restoredIds.length)
    throw new ApiError(409, 'This change cannot be undone because one of its songs was deleted');
}

const recordedRows = z.array(
  z.object({
    id: z.uuid(),
    showId: z.uuid(),
    songId: z.uuid(),
    position: z.int(),
    isCloser: z.boolean(),
    notes: z.string().nullable(),
    setLabel: z.string().nullable(),
    // Older audit records lack the fields with a default.
    segue: z.boolean().default(false),
    breakAfter: z.enum(BREAKS).nullable().default(null),
    source: z.string().nullable().default(null),
    version: z.int().default(0),
    playedAt: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .nullable(),
  }),
);

const recordedChange = z.object({ rowId: z.uuid(), before: recordedRows, after: recordedRows });
