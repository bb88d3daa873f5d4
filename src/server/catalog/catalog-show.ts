import type { importedShows } from '../db/schema/imports.ts';
import type { liveSetlistSongs } from '../db/schema/setlists.ts';
import type { shows } from '../db/schema/shows.ts';
import type { songs } from '../db/schema/songs.ts';

type ShowColumns = typeof shows.$inferInsert;
type SongColumns = typeof songs.$inferInsert;
type EntryColumns = typeof liveSetlistSongs.$inferSelect;

/** A show of the band pack or of an archive. An omitted column gets the database's default. */
export interface CatalogShow
  extends Pick<ShowColumns, 'name' | 'venue' | 'city' | 'state' | 'country' | 'tourName'>,
    Pick<ShowColumns, 'date' | 'timeZone' | 'status' | 'locksAt'> {
  importKey: string;
  setlist: readonly CatalogEntry[];
  sources: readonly CatalogSourceRow[];
}

/** Unknown songs have no entry, so their positions stay empty. */
export interface CatalogEntry
  extends Pick<EntryColumns, 'position' | 'setLabel' | 'isCloser' | 'segue' | 'notes'> {
  song: CatalogSong;
  /** Minutes from the start of the show. Set only by packs. */
  minutes?: number | null;
  breakAfter?: EntryColumns['breakAfter'];
}

export interface CatalogSong
  extends Pick<SongColumns, 'title' | 'album' | 'rarity' | 'category' | 'importedTimesPlayed'>,
    Pick<SongColumns, 'importedFirstPlayed' | 'importedLastPlayed' | 'importedAveragePosition'> {
  importKey: string;
}

export type CatalogSourceRow = Omit<typeof importedShows.$inferInsert, 'showId'>;

export function listSongs(setlist: readonly CatalogEntry[]): CatalogSong[] {
  return setlist.map(({ song }) => song);
}
