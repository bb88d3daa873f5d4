import { inArray } from 'drizzle-orm';
import { toChunks } from '../../db/chunks.ts';
import type { Db } from '../../db/open.ts';
import { shows } from '../../db/schema/shows.ts';
import { canFillSetlist } from '../fill-setlist.ts';
import { findSongId, readSongIndex } from '../song-index.ts';
import type { BandPack } from './band-pack.ts';
import { matchShows, type PackCounts } from './import-pack.ts';
import { type PackCatalog, toCatalog } from './pack-catalog.ts';

/** Counts instead of rolling back an import, which would take as long and block other imports. */
export async function previewPack(
  db: Db,
  pack: BandPack,
  now: number,
): Promise<PackCounts & { catalog: PackCatalog }> {
  const catalog = toCatalog(pack, now);
  const { existing, newShows } = await matchShows(db, catalog.shows);
  const index = await readSongIndex(db);
  const newSongs = catalog.songs.filter((song) => !findSongId(index, song)).length;
  const filledShows = await countFillable(db, [...new Set(existing.map(getShowId))], now);
  const counts: PackCounts = {
    songs: { imported: newSongs, skipped: catalog.songs.length - newSongs },
    shows: { imported: newShows.length, skipped: catalog.shows.length - newShows.length },
    setlists: newShows.filter(({ setlist }) => setlist.length > 0).length + filledShows,
    filledShows,
  };
  return { ...counts, catalog };
}

async function countFillable(db: Db, showIds: readonly string[], now: number): Promise<number> {
  let count = 0;
  for (const ids of toChunks(showIds)) {
    const rows = await db.select().from(shows).where(inArray(shows.id, ids));
    for (const show of rows)
      if (show.date.getTime() <= now && (await canFillSetlist(db, show))) count += 1;
  }
  return count;
}

function getShowId({ showId }: { showId: string }): string {
  return showId;
}
