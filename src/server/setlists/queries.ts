import { and, asc, count, desc, eq, getTableColumns, inArray, ne } from 'drizzle-orm';
import type { SetlistEntry, TypicalLength } from '#contract/setlists.ts';
import { isSetlistSealed } from '#contract/show-lock.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import type { RevertibleChange } from './revert-change.ts';

/** Returns an empty setlist for an unknown show. */
export async function findSetlist(db: DbOrTx, showId: string): Promise<SetlistEntry[]> {
  const rows = await db
    .select({
      ...getTableColumns(liveSetlistSongs),
      song: { id: songs.id, title: songs.title },
    })
    .from(liveSetlistSongs)
    .innerJoin(songs, eq(songs.id, liveSetlistSongs.songId))
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
  return rows.map((row) => ({ ...row, playedAt: row.playedAt?.toISOString() ?? null }));
}

/** Returns nothing while sealed, except for editors. Throws 404 for an unknown show. */
export async function findVisibleSetlist(
  db: DbOrTx,
  showId: string,
  { isEditor, now }: { isEditor: boolean; now: number },
): Promise<SetlistEntry[]> {
  const [show] = await db.select().from(shows).where(eq(shows.id, showId));
  if (!show) throw notFound('Show');
  return !isEditor && isSetlistSealed(show, now) ? [] : findSetlist(db, showId);
}

export function findSetlistRows(db: DbOrTx, showId: string) {
  return db
    .select()
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
}

/** Returns the range of song counts in the latest shows, without 5% of them at each end. */
export async function findUsualLength(
  db: DbOrTx,
  showId: string,
): Promise<TypicalLength | undefined> {
  const showLengths = await db
    .select({ songCount: count() })
    .from(liveSetlistSongs)
    .innerJoin(shows, eq(shows.id, liveSetlistSongs.showId))
    .where(and(eq(shows.status, 'closed'), ne(shows.id, showId)))
    .groupBy(shows.id)
    .orderBy(desc(shows.date))
    .limit(LATEST_SHOWS);
  const lengths = showLengths.map(({ songCount }) => songCount).sort((a, b) => a - b);
  const edge = Math.floor(lengths.length / 20);
  const [from, to] = [lengths.at(edge), lengths.at(-1 - edge)];
  if (lengths.length < MIN_SHOWS || from === undefined || to === undefined) return undefined;
  return { from, to };
}

const LATEST_SHOWS = 100;
const MIN_SHOWS = 5;

/** Throws 400 for an unknown song. */
export async function requireSong(tx: Tx, songId = ''): Promise<string> {
  const [song] = await tx.select({ id: songs.id }).from(songs).where(eq(songs.id, songId));
  if (!song) throw new ApiError(400, 'Unknown song');
  return song.id;
}

export async function createRowNotFoundError(
  tx: Tx,
  showId: string,
  rowId: string,
): Promise<ApiError> {
  const removal = await findAuditRecord(tx, showId, [rowId], 'setlist.remove');
  const message = removal
    ? `${removal.actorName ?? 'An administrator'} removed this song from the setlist.`
    : 'Setlist song not found.';
  return new ApiError(404, message);
}

export async function findTitle(tx: Tx, songId: string): Promise<string> {
  const [song] = await tx.select({ title: songs.title }).from(songs).where(eq(songs.id, songId));
  return song?.title ?? 'this song';
}

export async function findAuditRecord(
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
      actorName: users.username,
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

/** Returns text to follow a name or 'Undo:', such as 'added “Ember”'. */
export async function describeChange(db: DbOrTx, change: RevertibleChange): Promise<string> {
  const [oldRow, newRow] = [change.before, change.after].map((rows) =>
    rows.find(({ id }) => id === change.rowId),
  );
  const ids = [oldRow, newRow].flatMap((row) => row?.songId ?? []);
  const rows = await db
    .select({ id: songs.id, title: songs.title })
    .from(songs)
    .where(inArray(songs.id, ids));
  const titles = new Map(rows.map(({ id, title }) => [id, `“${title}”`]));
  const formatTitle = (row: typeof oldRow) => titles.get(row?.songId ?? '') ?? 'a deleted song';
  if (!oldRow) return `added ${formatTitle(newRow)}`;
  if (!newRow) return `removed ${formatTitle(oldRow)}`;
  if (oldRow.songId !== newRow.songId)
    return `replaced ${formatTitle(oldRow)} with ${formatTitle(newRow)}`;
  if (oldRow.position !== newRow.position) return `moved ${formatTitle(newRow)}`;
  if (oldRow.isCloser !== newRow.isCloser)
    return newRow.isCloser
      ? `marked ${formatTitle(newRow)} as closer`
      : `removed the closer mark from ${formatTitle(newRow)}`;
  if (oldRow.segue !== newRow.segue)
    return newRow.segue
      ? `added the segue after ${formatTitle(newRow)}`
      : `removed the segue after ${formatTitle(newRow)}`;
  if (oldRow.breakAfter !== newRow.breakAfter)
    return newRow.breakAfter
      ? `added the ${newRow.breakAfter} break after ${formatTitle(newRow)}`
      : `removed the break after ${formatTitle(newRow)}`;
  if (change.after.length > 1)
    return `started ${newRow.setLabel ?? 'an unnamed set'} with ${formatTitle(newRow)}`;
  return `changed ${formatTitle(newRow)}`;
}
