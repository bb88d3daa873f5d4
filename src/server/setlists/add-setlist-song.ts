import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Change } from '#contract/freshness.ts';
import { type addSetlistSong as endpoint, JUST_ENTERED_MS } from '#contract/setlists.ts';
import type { ShowScoring } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { liveSetlistSongs } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { findOrCreateSong } from '../songs/save-song.ts';
import { addRow, type SetlistRow } from './arrange.ts';
import { type ChangedRow, type ChangeOf, changeSetlist } from './change-setlist.ts';
import { findRecord, findTitle, requireSong } from './queries.ts';

/**
 * Adds a song to a show's setlist. The same `id` again adds nothing, and returns the change that
 * added it. Throws 409 for a taken place and for one play that two administrators enter.
 */
export async function addSetlistSong(
  tx: Tx,
  scoring: ShowScoring,
  { clock, ...by }: ChangeOf & { clock: () => number },
  body: BodyOf<typeof endpoint>,
): Promise<ChangedRow> {
  const { title, position, insert, timesSeen } = body;
  // Sent again under its name, it is the same row.
  const id = body.id ?? by.requestId ?? randomUUID();
  const { isCloser = false, notes = null, setLabel = null } = body;
  const { segue = false, breakAfter = null } = body;
  const facts = { isCloser, notes, setLabel, segue, breakAfter };
  const { showId, actorId } = by;
  let earlier: number | undefined;
  let created: Change[] = [];

  async function songOf(now: number): Promise<string> {
    if (title === undefined) return requireSong(tx, body.songId);
    const song = await findOrCreateSong(tx, title, { actorId, now });
    if (song.isNew) created = [{ topic: 'song', subjectId: song.id, version: 0 }];
    return song.id;
  }

  const done = await changeSetlist(tx, scoring, {
    ...by,
    action: 'setlist.add',
    async arrange({ rows, isLive, version }) {
      if (body.id) earlier = await findAddition(tx, showId, id);
      if (earlier) return { rows: [...rows], rowId: id };
      const now = clock();
      const songId = await songOf(now);
      await refuseSameSong(tx, { showId, actorId, now }, rows, { songId, timesSeen });
      const playedAt = isLive ? new Date(now) : null;
      const row = { ...facts, id, showId, songId, playedAt, version };
      return { rows: addRow(rows, row, { position, insert }), rowId: id };
    },
  });
  const changes = [...created, ...done.changes];
  return { ...done, changes, earlier: earlier ?? done.earlier, rowId: id };
}

/**
 * Throws 409, and says who was first, where two administrators enter one play of a song: where it is
 * in the setlist more often than the caller saw, or, of a caller that does not say what it saw, where
 * another one entered it just now. A song can be played twice; a caller that knows of the first is let.
 */
async function refuseSameSong(
  tx: Tx,
  { showId, actorId, now }: ChangeOf & { now: number },
  rows: readonly SetlistRow[],
  { songId, timesSeen }: { songId: string; timesSeen: number | undefined },
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
async function findAddition(tx: Tx, showId: string, rowId: string): Promise<number | undefined> {
  const [row] = await tx.select().from(liveSetlistSongs).where(eq(liveSetlistSongs.id, rowId));
  const entry = await findRecord(tx, showId, [rowId], 'setlist.add');
  if (entry && row) return entry.id;
  if (entry) throw new ApiError(409, 'This song was added, and has been removed since');
  if (row) throw new ApiError(409, 'Another row has this id');
  return undefined;
}
