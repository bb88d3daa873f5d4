import { fileURLToPath } from 'node:url';
import { DAY } from '#contract/durations.ts';
import { loadBandPack } from '#server/catalog/band-pack/band-pack.ts';
import type { PlayedShow } from '#server/odds/model/played-shows.ts';
import { type BandHabit, generateArchive } from '../../tests/support/generated-archive.ts';
import { listPlayedShows } from '../../tools/demo/predict-show.ts';

const BANDS: Record<string, BandHabit> = {
  'fixed sets': { repertoire: 60, songsPerShow: 18, restShows: 0, fixedSongs: 16 },
  'full rotation': {
    ...{ repertoire: 90, songsPerShow: 16, restShows: 4, fixedSongs: 0 },
    hasNoFavorites: true,
  },
  'two alternating sets': {
    ...{ repertoire: 70, songsPerShow: 18, restShows: 0, fixedSongs: 16 },
    fixedSets: 2,
  },
  'no encores': {
    ...{ repertoire: 80, songsPerShow: 14, restShows: 1, fixedSongs: 0 },
    hasNoEncore: true,
  },
  '40-song shows': { repertoire: 150, songsPerShow: 40, restShows: 1, fixedSongs: 4 },
};
const BAND_SHOWS = 500;

/** A long archive is split into quarters of its years, rounded down. */
const ERAS = 4;

export interface NamedArchive {
  name: string;
  shows: readonly PlayedShow[];
  last: number;
}

export async function listArchives(archive: readonly PlayedShow[]): Promise<NamedArchive[]> {
  const bands = Object.entries(BANDS).map(([name, habit], n) => ({
    name,
    shows: generateArchive({ ...habit, debuts: true }, BAND_SHOWS, n + 1),
    last: 300,
  }));
  const demo = { name: 'the demo band', shows: await readDemoBand(), last: 50 };
  return [...splitIntoEras(archive), ...bands, demo];
}

function splitIntoEras(archive: readonly PlayedShow[]): NamedArchive[] {
  if (archive.length === 0) return [];
  const getYear = ({ date }: PlayedShow) => Number(date.slice(0, 4));
  const years = [...new Set(archive.map(getYear))];
  const eras = Array.from({ length: ERAS }, (_, n) => {
    const from = years[Math.floor((years.length * n) / ERAS)] ?? 0;
    const until = years[Math.floor((years.length * (n + 1)) / ERAS) - 1] ?? 0;
    const shows = archive.filter((show) => getYear(show) <= until);
    const eraShows = shows.filter((show) => getYear(show) >= from).length;
    return { name: `${from} to ${until}`, shows, last: Math.min(200, eraShows) };
  });
  return [{ name: 'the whole archive', shows: archive, last: archive.length - 50 }, ...eras];
}

async function readDemoBand(): Promise<PlayedShow[]> {
  const pack = await loadBandPack(fileURLToPath(new URL('../../bands/lantern', import.meta.url)));
  return listPlayedShows(pack).map(({ date, venue, city, state, songs }) => ({
    // The pack's days are relative to its setup.
    date: new Date(Date.UTC(2026, 0, 1) + Number(date) * DAY).toISOString().slice(0, 10),
    venue,
    city: city ?? null,
    state: state ?? null,
    songs: songs.map(({ title, isCloser }) => ({ song: title ?? '', isCloser })),
  }));
}
