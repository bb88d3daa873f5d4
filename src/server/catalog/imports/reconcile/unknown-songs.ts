import { and, eq, sql } from 'drizzle-orm';
import { importedShows } from '../../../db/schema/imports.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { ArchiveSong } from '../readers/archive.ts';

export function countUnknown(songs: readonly Pick<ArchiveSong, 'title'>[]): number {
  return songs.filter(({ title }) => title === null).length;
}

/** Never decreases the stored count, because an undo restores the earlier gaps. */
export async function storeUnknownCount(
  tx: Tx,
  { showId, source }: { showId: string; source: string },
  songs: readonly ArchiveSong[],
): Promise<void> {
  const unknownSongs = sql`greatest(${importedShows.unknownSongs}, ${countUnknown(songs)})`;
  await tx
    .update(importedShows)
    .set({ unknownSongs })
    .where(and(eq(importedShows.showId, showId), eq(importedShows.source, source)));
}
