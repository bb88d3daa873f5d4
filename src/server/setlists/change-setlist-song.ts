import type { BodyOf } from '#contract/endpoint.ts';
import type { updateSetlistSong as endpoint } from '#contract/setlists.ts';
import { refuseStale } from '../audit/refuse-stale.ts';
import type { ShowScoring } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { removeRow, updateRow } from './arrange.ts';
import { type ChangedRow, type ChangeOf, changeSetlist } from './change-setlist.ts';
import { findTitle, requireSong, rowIsGone } from './queries.ts';

/** Changes, moves or replaces a row. Throws 409 where it is no longer of the version that is named. */
export async function updateSetlistSong(
  tx: Tx,
  scoring: ShowScoring,
  { rowId, ...by }: ChangeOf & { rowId: string },
  { version: from, ...fields }: BodyOf<typeof endpoint>,
): Promise<ChangedRow> {
  const { showId } = by;
  const done = await changeSetlist(tx, scoring, {
    ...by,
    action: 'setlist.update',
    async arrange({ rows, version }) {
      const row = rows.find(({ id }) => id === rowId);
      if (!row) throw await rowIsGone(tx, showId, rowId);
      await refuseStale(tx, {
        id: rowId,
        called: async () => `“${await findTitle(tx, row.songId)}”`,
        from,
        now: row.version,
        versionKey: 'version',
        fields: FIELD_NAMES,
      });
      if (fields.songId !== undefined) await requireSong(tx, fields.songId);
      return { rows: updateRow(rows, rowId, fields, version), rowId };
    },
  });
  return { ...done, rowId };
}

/** Removes a row; the rows after it close the gap. */
export async function removeSetlistSong(
  tx: Tx,
  scoring: ShowScoring,
  { rowId, ...by }: ChangeOf & { rowId: string },
): Promise<ChangedRow> {
  const { showId } = by;
  const done = await changeSetlist(tx, scoring, {
    ...by,
    action: 'setlist.remove',
    async arrange({ rows }) {
      if (!rows.some(({ id }) => id === rowId)) throw await rowIsGone(tx, showId, rowId);
      return { rows: removeRow(rows, rowId), rowId };
    },
  });
  return { ...done, rowId };
}

/** As the sentence about a change calls them. */
const FIELD_NAMES = {
  songId: 'the song',
  position: 'the place',
  isCloser: 'the closer mark',
  notes: 'the notes',
  setLabel: 'the set',
  segue: 'the segue',
  breakAfter: 'the break',
};
