import { MINUTE } from '#contract/durations.ts';
import { localTimeToInstant } from '../../shows/show-date.ts';
import type { CatalogEntry, CatalogShow, CatalogSong, CatalogSourceRow } from '../catalog-show.ts';
import type { BandPack } from './band-pack.ts';
import type { PackShow } from './check-tables.ts';
import { buildImportKey } from './import-key.ts';
import { deriveStatus, getCurrentDate, type PackDay, resolveDate } from './pack-dates.ts';

/** Counts the pack's days from `now`. Throws if a setlist names a song that the pack lacks. */
export function toCatalog({ band, ...pack }: BandPack, now: number): PackCatalog {
  const today = getCurrentDate(band.timeZone, now);
  const toInstant = (day: PackDay | null) =>
    day === null ? null : localTimeToInstant(resolveDate(day, today), band.timeZone);
  const songs = new Map(
    pack.songs.map(({ key, title, album, rarity, category, ...stats }) => [
      key,
      {
        importKey: buildImportKey(band.bandName, key),
        title,
        album,
        rarity,
        category,
        importedTimesPlayed: stats.timesPlayed,
        importedFirstPlayed: toInstant(stats.firstPlayed),
        importedLastPlayed: toInstant(stats.lastPlayed),
        importedAveragePosition: stats.averagePosition,
      },
    ]),
  );
  const sources = new Map<string | null, CatalogSourceRow[]>();
  for (const { show, ...source } of pack.sources)
    sources.set(show, [...(sources.get(show) ?? []), source]);
  const shows = pack.shows.map(({ key, day, time, status, locksBefore, setlist, ...show }) => {
    const date = localTimeToInstant(resolveDate(day, today), show.timeZone, time);
    return {
      ...show,
      importKey: buildImportKey(band.bandName, key),
      date,
      status: status ?? deriveStatus(date, now),
      locksAt: locksBefore === null ? null : new Date(date.getTime() - locksBefore * MINUTE),
      setlist: setlist.map((entry) => toEntry(entry, songs)),
      sources: sources.get(key) ?? [],
    };
  });
  return { songs: [...songs.values()], shows, deletedShows: sources.get(null) ?? [] };
}

export interface PackCatalog {
  songs: CatalogSong[];
  shows: CatalogShow[];
  deletedShows: CatalogSourceRow[];
}

function toEntry(
  { song: key, ...entry }: PackShow['setlist'][number],
  songs: ReadonlyMap<string, CatalogSong>,
): CatalogEntry {
  const song = songs.get(key);
  if (!song) throw new Error(`The pack has no song with the key ${key}.`);
  return { ...entry, song };
}
