import type { BodyOf } from '#contract/endpoint.ts';
import type { updateSetlistSong as endpoint } from '#contract/setlists.ts';
import { rejectStale } from '../audit/reject-stale.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { ShowScoring } from '../context.ts';
import type { Tx } from '../db/transaction.ts';
import { type ChangedRow, changeSetlist, type SetlistRequest } from './change-setlist.ts';
import { createRowNotFoundError, findTitle } from './queries.ts';
import { resolveRowSong } from './resolve-row-song.ts';
import { removeRow, type SetlistRow, updateRow } from './setlist-rows.ts';

/** Throws 409 if the row has changed since the version in the body. */
export async function updateSetlistSong(
  scope: ChangeScope,
  scoring: ShowScoring,
  { rowId, ...request }: SetlistRequest & { rowId: string },
  { version: baseVersion, title, ...fields }: BodyOf<typeof endpoint>,
): Promise<ChangedRow> {
  const { showId, clock } = request;
  const changedSetlist = await changeSetlist(scope, scoring, {
    ...request,
    action: 'setlist.update',
    async arrange({ rows, version }) {
      await requireCurrentRow(scope.tx, rows, { showId, rowId, baseVersion });
      const { songId } = fields;
      const song =
        songId !== undefined || title !== undefined
          ? { songId: await resolveRowSong(scope, { songId, title }, clock()) }
          : {};
      return { rows: updateRow(rows, rowId, { ...fields, ...song }, version), rowId };
    },
  });
  return { ...changedSetlist, rowId };
}

export async function removeSetlistSong(
  scope: ChangeScope,
  scoring: ShowScoring,
  {
    rowId,
    baseVersion,
    ...request
  }: SetlistRequest & { rowId: string; baseVersion: number | undefined },
): Promise<ChangedRow> {
  const { showId } = request;
  const changedSetlist = await changeSetlist(scope, scoring, {
    ...request,
    action: 'setlist.remove',
    async arrange({ rows }) {
      await requireCurrentRow(scope.tx, rows, { showId, rowId, baseVersion });
      return { rows: removeRow(rows, rowId), rowId };
    },
  });
  return { ...changedSetlist, rowId };
}

async function requireCurrentRow(
  tx: Tx,
  rows: readonly SetlistRow[],
  {
    showId,
    rowId,
    baseVersion,
  }: { showId: string; rowId: string; baseVersion: number | undefined },
): Promise<void> {
  const row = rows.find(({ id }) => id === rowId);
  if (!row) throw await createRowNotFoundError(tx, showId, rowId);
  await rejectStale(tx, {
    id: rowId,
    label: async () => `“${await findTitle(tx, row.songId)}”`,
    baseVersion,
    currentVersion: row.version,
    versionKey: 'version',
    fields: FIELD_LABELS,
  });
}

const FIELD_LABELS = {
  songId: 'the song',
  position: 'the position',
  isCloser: 'the closer mark',
  notes: 'the notes',
  setLabel: 'the set',
  segue: 'the segue',
  breakAfter: 'the break',
};
