import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../db/open.ts';
import { auditLog, songs } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { type SetlistRow, takeBack } from './arrange.ts';

/**
 * The rows without the show's last change that is not undone yet, which is marked as undone. Each
 * row comes back under its old id. Throws 409 when there is nothing to undo, or when a song that
 * would come back has been deleted.
 */
export async function undoLastChange(
  tx: Tx,
  showId: string,
  rows: readonly SetlistRow[],
  now: number,
): Promise<SetlistRow[]> {
  const [last] = await tx
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.showId, showId),
        inArray(auditLog.action, ['setlist.add', 'setlist.update', 'setlist.remove']),
        isNull(auditLog.undoneAt),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (!last) throw new ApiError(409, 'There is nothing to undo');
  const done = recorded.parse(last);
  await refuseDeletedSongs(tx, done.before);
  await tx
    .update(auditLog)
    .set({ undoneAt: new Date(now) })
    .where(eq(auditLog.id, last.id));
  return takeBack(rows, done);
}

async function refuseDeletedSongs(tx: Tx, rows: readonly SetlistRow[]): Promise<void> {
  const songIds = [...new Set(rows.map(({ songId }) => songId))];
  const there = await tx.select({ id: songs.id }).from(songs).where(inArray(songs.id, songIds));
  if (there.length < songIds.length)
    throw new ApiError(409, 'This cannot be undone: a song of it has been deleted');
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
    playedAt: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .nullable(),
  }),
);

/** What `recordChange` wrote of a change of the setlist. */
const recorded = z.object({ before: recordedRows, after: recordedRows });
