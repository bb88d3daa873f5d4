import { randomUUID } from 'node:crypto';
import { MINUTE } from '#contract/durations.ts';
import { toChunks } from '../db/chunks.ts';
import { importedShows } from '../db/schema/imports.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import type { CatalogEntry, CatalogShow } from './catalog-show.ts';
import { findSongId, type SongIndex } from './song-index.ts';

/** Building a larger INSERT noticeably blocks the event loop. */
const ROWS_PER_INSERT = 250;

/** Returns the new IDs. The index must already contain the songs. */
export async function insertShows(
  tx: Tx,
  newShows: readonly CatalogShow[],
  index: SongIndex,
): Promise<string[]> {
  const withIds = newShows.map((show) => ({ ...show, id: randomUUID() }));
  const showRows = withIds.map(({ setlist: _, sources: __, ...row }) => row);
  for (const chunk of toChunks(showRows, ROWS_PER_INSERT)) await tx.insert(shows).values(chunk);
  const entries = withIds.flatMap((show) => toSetlistRows(show, show.setlist, index));
  for (const chunk of toChunks(entries, ROWS_PER_INSERT))
    await tx.insert(liveSetlistSongs).values(chunk);
  const sources = withIds.flatMap((show) =>
    show.sources.map((row) => ({ ...row, showId: show.id })),
  );
  await insertSources(tx, sources);
  return withIds.map(({ id }) => id);
}

export async function insertSources(
  tx: Tx,
  rows: readonly (typeof importedShows.$inferInsert)[],
): Promise<void> {
  for (const chunk of toChunks(rows, ROWS_PER_INSERT))
    await tx.insert(importedShows).values(chunk).onConflictDoNothing();
}

/** Rows of `live_setlist_songs`. A song that the index lacks has its title as `songId`. */
export function toSetlistRows(
  { id: showId, date }: { id: string; date: Date },
  setlist: readonly CatalogEntry[],
  index: SongIndex,
) {
  return setlist.map(({ song, minutes = null, ...row }) => ({
    ...row,
    showId,
    songId: findSongId(index, song) ?? song.title,
    ...(minutes !== null && { playedAt: new Date(date.getTime() + minutes * MINUTE) }),
  }));
}
