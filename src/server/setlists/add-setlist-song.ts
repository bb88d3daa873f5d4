import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import { type addSetlistSong as endpoint, JUST_ENTERED_MS } from '#contract/setlists.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { ShowScoring } from '../context.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import {
  type ChangedRow,
  changeSetlist,
  createRowIdConflict,
  type SetlistRequest,
} from './change-setlist.ts';
import { findAuditRecord, findTitle } from './queries.ts';
import { resolveRowSong } from './resolve-row-song.ts';
import { addRow, type SetlistRow } from './setlist-rows.ts';

/** A repeated `id` adds nothing. Throws 409 for a taken position or a play that others entered. */
export async function addSetlistSong(
  scope: ChangeScope,
  scoring: ShowScoring,
  request: SetlistRequest,
  body: BodyOf<typeof endpoint>,
): Promise<ChangedRow> {
  const { tx, actorId } = scope;
  const { title, position, insert, timesSeen } = body;
  // The request ID is also the row's ID, so a repeated request refers to the same row.
  const requestedId = body.id ?? request.requestId;
  const id = requestedId ?? randomUUID();
  const { isCloser = false, notes = null, setLabel = null } = body;
  const { segue = false, breakAfter = null, source = null } = body;
  const fields = { isCloser, notes, setLabel, segue, breakAfter, source };
  const { showId, clock } = request;
  let originalAddition: ChangedRow['originalChange'];

  const changedSetlist = await changeSetlist(scope, scoring, {
    ...request,
    action: 'setlist.add',
    async arrange({ rows, isLive, version }) {
      if (requestedId) originalAddition = await findAddition(tx, showId, id);
      // A repeated request would have been found by its ID, so another request added this row.
      if (originalAddition && !body.id) throw createRowIdConflict();
      if (originalAddition) return { rows: [...rows], rowId: id };
      const now = clock();
      const songId = await resolveRowSong(scope, { songId: body.songId, title }, now);
      await rejectDuplicateEntry(tx, { showId, actorId, now }, rows, { songId, timesSeen });
      const playedAt = isLive ? new Date(now) : null;
      const row = { ...fields, id, showId, songId, playedAt, version };
      return { rows: addRow(rows, row, { position, insert }), rowId: id };
    },
  });
  return {
    ...changedSetlist,
    originalChange: originalAddition ?? changedSetlist.originalChange,
    rowId: id,
  };
}

/** Throws 409 if the setlist has the song more often than seen, or someone else just added it. */
async function rejectDuplicateEntry(
  tx: Tx,
  { showId, actorId, now }: { showId: string; actorId: string | null; now: number },
  rows: readonly SetlistRow[],
  { songId, timesSeen }: { songId: string; timesSeen: number | undefined },
): Promise<void> {
  const plays = rows.filter((row) => row.songId === songId);
  if (plays.length <= (timesSeen ?? 0)) return;
  const ids = plays.map(({ id }) => id);
  const entry = await findAuditRecord(tx, showId, ids, 'setlist.add');
  const isByActor = entry?.actorId === actorId;
  const isRecent = entry && now - entry.at.getTime() < JUST_ENTERED_MS;
  if (timesSeen === undefined && (isByActor || !isRecent)) return;
  const row = plays.find(({ id }) => id === entry?.rowId) ?? plays.at(-1);
  const actorName = isByActor ? 'You' : (entry?.actorName ?? 'Another administrator');
  const title = await findTitle(tx, songId);
  throw new ApiError(409, `${actorName} just entered “${title}” at position ${row?.position}.`);
}

/** Throws 409 if the row has since been removed, or if another request added it. */
async function findAddition(
  tx: Tx,
  showId: string,
  rowId: string,
): Promise<ChangedRow['originalChange']> {
  const [row] = await tx.select().from(liveSetlistSongs).where(eq(liveSetlistSongs.id, rowId));
  const entry = await findAuditRecord(tx, showId, [rowId], 'setlist.add');
  if (entry && row) return { changeId: entry.id, rowVersion: undefined };
  if (entry) throw new ApiError(409, 'This song was added and then removed');
  if (row) throw createRowIdConflict();
  return undefined;
}
