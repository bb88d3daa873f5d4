import type { BodyOf } from '#contract/endpoint.ts';
import type { updateSetlistSong as endpoint } from '#contract/setlists.ts';
import { rejectStale } from '../audit/reject-stale.ts';
import type { ShowScoring } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { removeRow, type SetlistRow, updateRow } from './arrange.ts';
import { type ChangedRow, type ChangeOf, changeSetlist } from './change-setlist.ts';
import { findSongByName, type SongName } from './find-song-by-name.ts';
import { findTitle, rowNotFound } from './queries.ts';

/** Changes, moves or replaces a row. Throws 409 if it no longer has the named version. */
export async function updateSetlistSong(
  tx: Tx,
  scoring: ShowScoring,
  { rowId, ...by }: ChangeOf & { rowId: string },
  { version: from, title, ...fields }: BodyOf<typeof endpoint>,
): Promise<ChangedRow> {
  const { showId, actorId, clock } = by;
  let song: SongName | undefined;
  const done = await changeSetlist(tx, scoring, {
    ...by,
    action: 'setlist.update',
    async arrange({ rows, version }) {
      await requireRow(tx, rows, { showId, rowId, from });
      const { songId } = fields;
      if (songId !== undefined || title !== undefined)
        song = await findSongByName(tx, { songId, title }, { actorId, now: clock() });
      const changed = song ? { ...fields, songId: song.songId } : fields;
      return { rows: updateRow(rows, rowId, changed, version), rowId };
    },
  });
  return { ...done, changes: [...(song?.changes ?? []), ...done.changes], rowId };
}

/** Removes a row and closes the gap. Throws 409 as for a change. */
export async function removeSetlistSong(
  tx: Tx,
  scoring: ShowScoring,
  { rowId, from, ...by }: ChangeOf & { rowId: string; from: number | undefined },
): Promise<ChangedRow> {
  const { showId } = by;
  const done = await changeSetlist(tx, scoring, {
    ...by,
    action: 'setlist.remove',
    async arrange({ rows }) {
      await requireRow(tx, rows, { showId, rowId, from });
      return { rows: removeRow(rows, rowId), rowId };
    },
  });
  return { ...done, rowId };
}

async function requireRow(
  tx: Tx,
  rows: readonly SetlistRow[],
  { showId, rowId, from }: { showId: string; rowId: string; from: number | undefined },
): Promise<void> {
  const row = rows.find(({ id }) => id === rowId);
  if (!row) throw await rowNotFound(tx, showId, rowId);
  await rejectStale(tx, {
    id: rowId,
    called: async () => `“${await findTitle(tx, row.songId)}”`,
    from,
    now: row.version,
    versionKey: 'version',
    fields: FIELD_NAMES,
  });
}

const FIELD_NAMES = {
  songId: 'the song',
  position: 'the place',
  isCloser: 'the closer mark',
  notes: 'the notes',
  setLabel: 'the set',
  segue: 'the segue',
  breakAfter: 'the break',
};
