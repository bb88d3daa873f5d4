import { MINUTE } from '#contract/durations.ts';
import { instantOn } from '../../shows/show-date.ts';
import type {
  CatalogueEntry,
  CatalogueShow,
  CatalogueSong,
  CatalogueSourceRow,
} from '../catalogue-show.ts';
import type { BandPack, PackShow } from './band-pack.ts';
import { importKeyOf } from './import-key.ts';
import { dateOf, type PackDay, statusByDate, todayIn } from './pack-dates.ts';

/** The pack's songs and shows, with days counted from `now`. Throws for a song without a row. */
export function packCatalogue({ band, ...pack }: BandPack, now: number): PackCatalogue {
  const today = todayIn(band.timeZone, now);
  const dayOf = (day: PackDay | null) =>
    day === null ? null : instantOn(dateOf(day, today), band.timeZone);
  const songs = new Map(
    pack.songs.map(({ key, title, album, rarity, category, ...figures }) => [
      key,
      {
        importKey: importKeyOf(band.bandName, key),
        title,
        album,
        rarity,
        category,
        importedTimesPlayed: figures.timesPlayed,
        importedFirstPlayed: dayOf(figures.firstPlayed),
        importedLastPlayed: dayOf(figures.lastPlayed),
        importedAveragePosition: figures.averagePosition,
      },
    ]),
  );
  const sources = new Map<string | null, CatalogueSourceRow[]>();
  for (const { show, ...source } of pack.sources)
    sources.set(show, [...(sources.get(show) ?? []), source]);
  const shows = pack.shows.map(({ key, day, time, status, locksBefore, setlist, ...show }) => {
    const date = instantOn(dateOf(day, today), show.timeZone, time);
    return {
      ...show,
      importKey: importKeyOf(band.bandName, key),
      date,
      status: status ?? statusByDate(date, now),
      locksAt: locksBefore === null ? null : new Date(date.getTime() - locksBefore * MINUTE),
      setlist: setlist.map((entry) => entryOf(entry, songs)),
      sources: sources.get(key) ?? [],
    };
  });
  return { songs: [...songs.values()], shows, deletedShows: sources.get(null) ?? [] };
}

interface PackCatalogue {
  songs: CatalogueSong[];
  shows: CatalogueShow[];
  /** The archives' data about shows that were deleted on the exporting site. */
  deletedShows: CatalogueSourceRow[];
}

function entryOf(
  { song: key, ...entry }: PackShow['setlist'][number],
  songs: ReadonlyMap<string, CatalogueSong>,
): CatalogueEntry {
  const song = songs.get(key);
  if (!song) throw new Error(`The pack has no song with the key ${key}.`);
  return { ...entry, song };
}
