import { and, desc, eq, inArray } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import { type addSetlistSong, JUST_ENTERED_MS } from '#contract/setlists.ts';
import type { Tx } from '../db/open.ts';
import { auditLog, liveSetlistSongs, songs, users } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import type { SetlistRow } from './arrange.ts';

/**
 * Throws 409, and says who was first, where two administrators enter one play of a song: where it is
 * in the setlist more often than the caller saw, or, of a caller that does not say what it saw, where
 * another one entered it just now. A song can be played twice; a caller that knows of the first is let.
 */
export async function refuseSameSong(
  tx: Tx,
  showId: string,
  rows: readonly SetlistRow[],
  { songId, timesSeen }: BodyOf<typeof addSetlistSong>,
  actorId: string,
  now: number,
): Promise<void> {
  const plays = rows.filter((row) => row.songId === songId);
  if (plays.length <= (timesSeen ?? 0)) return;
  const ids = plays.map(({ id }) => id);
  const entry = await findRecord(tx, showId, ids, 'setlist.add');
  const isOwn = entry?.actorId === actorId;
  const isRecent = entry && now - entry.at.getTime() < JUST_ENTERED_MS;
  if (timesSeen === undefined && (isOwn || !isRecent)) return;
  const row = plays.find(({ id }) => id === entry?.rowId) ?? plays.at(-1);
  const who = isOwn ? 'You have' : `${entry?.who ?? 'Somebody'} has`;
  const title = await findTitle(tx, songId);
  throw new ApiError(409, `${who} just entered “${title}” at position ${row?.position}.`);
}

/**
 * Id of the change that added a row of this id, undefined before any did. Throws 409 where the row
 * has been removed since, or came another way.
 */
export async function findAddition(
  tx: Tx,
  showId: string,
  rowId: string,
): Promise<number | undefined> {
  const [row] = await tx.select().from(liveSetlistSongs).where(eq(liveSetlistSongs.id, rowId));
  const entry = await findRecord(tx, showId, [rowId], 'setlist.add');
  if (entry && row) return entry.id;
  if (entry) throw new ApiError(409, 'This song was added, and has been removed since');
  if (row) throw new ApiError(409, 'Another row has this id');
  return undefined;
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
async function findRecord(
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
