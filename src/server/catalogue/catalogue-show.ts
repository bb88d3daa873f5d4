import type { importedShows } from '../db/schema/imports.ts';
import type { liveSetlistSongs } from '../db/schema/setlists.ts';
import type { shows } from '../db/schema/shows.ts';
import type { songs } from '../db/schema/songs.ts';

type ShowColumns = typeof shows.$inferInsert;
type SongColumns = typeof songs.$inferInsert;
type EntryColumns = typeof liveSetlistSongs.$inferSelect;

/** A show of the band pack or of an archive. An omitted column gets the database's default. */
export interface CatalogueShow
  extends Pick<ShowColumns, 'name' | 'venue' | 'city' | 'state' | 'country' | 'tourName'>,
    Pick<ShowColumns, 'date' | 'timeZone' | 'status' | 'locksAt'> {
  importKey: string;
  setlist: readonly CatalogueEntry[];
  /** The archives' data about the show. */
  sources: readonly CatalogueSourceRow[];
}

/** Unknown songs have no entry, so their positions stay empty. */
export interface CatalogueEntry
  extends Pick<EntryColumns, 'position' | 'setLabel' | 'isCloser' | 'segue' | 'notes'> {
  song: CatalogueSong;
  /** From the start of the show. Only packs have it. */
  minutes?: number | null;
  /** Only packs have it. */
  breakAfter?: EntryColumns['breakAfter'];
}

export interface CatalogueSong
  extends Pick<SongColumns, 'title' | 'album' | 'rarity' | 'category' | 'importedTimesPlayed'>,
    Pick<SongColumns, 'importedFirstPlayed' | 'importedLastPlayed' | 'importedAveragePosition'> {
  importKey: string;
}

export type CatalogueSourceRow = Omit<typeof importedShows.$inferInsert, 'showId'>;

export function listSongs(setlist: readonly CatalogueEntry[]): CatalogueSong[] {
  return setlist.map(({ song }) => song);
}
