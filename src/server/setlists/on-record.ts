import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../db/open.ts';
import { auditLog, songs, users } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';

export async function requireSong(tx: Tx, songId: string): Promise<void> {
  const [song] = await tx.select({ id: songs.id }).from(songs).where(eq(songs.id, songId));
  if (!song) throw new ApiError(400, 'Unknown song');
}

/** 404, with who removed the row where somebody did. */
export async function rowIsGone(tx: Tx, showId: string, rowId: string): Promise<ApiError> {
  const removal = await findRecord(tx, showId, [rowId], 'setlist.remove');
  const sentence = removal
    ? `${removal.who ?? 'Somebody'} has removed this song from the setlist.`
    : 'Setlist song not found.';
  return new ApiError(404, sentence);
}

export async function findTitle(tx: Tx, songId: string): Promise<string> {
  const [song] = await tx.select({ title: songs.title }).from(songs).where(eq(songs.id, songId));
  return song?.title ?? 'this song';
}

/** The latest record of the kind about one of the rows. */
export async function findRecord(
  tx: Tx,
  showId: string,
  rowIds: string[],
  action: 'setlist.add' | 'setlist.remove',
) {
  const [record] = await tx
    .select({
      id: auditLog.id,
      rowId: auditLog.subjectId,
      at: auditLog.at,
      actorId: auditLog.actorId,
      who: users.username,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.showId, showId),
        eq(auditLog.action, action),
        inArray(auditLog.subjectId, rowIds),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  return record;
}
