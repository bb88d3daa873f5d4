import { join } from 'node:path';
import type { z } from 'zod';
import type { Band } from '#contract/band.ts';
import { identityKey } from '#contract/text.ts';
import { isReservedUsername } from '../accounts/reserved-username.ts';
import { packError, type Row, readJson, readRows } from './pack-file.ts';
import { bandFile, setlistRow, showRow, songRow, userRow } from './pack-rows.ts';

/**
 * Everything that is said about a band, read from a folder and checked whole. Days are whole
 * numbers relative to the day of the set-up; `dateOfDay` makes instants.
 */
export interface BandPack {
  band: Band;
  /** What the Setup tab offers for imported users. */
  temporaryPassword: string;
  songs: PackSong[];
  shows: PackShow[];
  users: PackUser[];
}

/** A song with its figures *before* the pack's own setlists. `averagePosition` is a decimal, as text. */
type PackSong = z.output<typeof songRow>;

type ShowRow = z.output<typeof showRow>;

/** A show, and what was played there in order; an upcoming show has an empty setlist. */
export interface PackShow extends Omit<ShowRow, 'country' | 'timeZone'> {
  country: string;
  timeZone: string;
  setlist: PackSetlistEntry[];
}

/** `song` is a song's key; `minutes` count from the show's start to the song's, null if unknown. */
type PackSetlistEntry = Omit<z.output<typeof setlistRow>, 'show' | 'set' | 'closer'> & {
  setLabel: string | null;
  isCloser: boolean;
};

/** A user of the old site; `favoriteSong` is the title of a song of the pack. */
export type PackUser = z.output<typeof userRow>;

/** Reads the pack in `folder`. The first thing that is wrong throws, with file, line and reason. */
export async function loadBandPack(folder: string): Promise<BandPack> {
  const { temporaryPassword, ...facts } = await readJson(join(folder, 'band.json'), bandFile);
  const files = { songs: join(folder, 'songs.csv'), shows: join(folder, 'shows.csv') };
  const songs = await readRows(files.songs, songRow);
  refuseDoubles(files.songs, songs, 'key');
  refuseDoubles(files.songs, songs, 'title');
  const shows = await readRows(files.shows, showRow);
  refuseDoubles(files.shows, shows, 'key');
  const setlists = await readSetlists(join(folder, 'setlists.csv'), songs, shows);
  refuseCountedTwice(files.songs, songs, shows, setlists);
  return {
    band: facts,
    temporaryPassword,
    songs: songs.map(({ value }) => value),
    shows: shows.map(({ value }) => ({
      ...value,
      country: value.country ?? facts.defaultCountry,
      timeZone: value.timeZone ?? facts.timeZone,
      setlist: setlists.get(value.key) ?? [],
    })),
    users: await readUsers(join(folder, 'users.csv'), facts, songs),
  };
}

async function readSetlists(
  file: string,
  songs: Row<PackSong>[],
  shows: Row<ShowRow>[],
): Promise<Map<string, PackSetlistEntry[]>> {
  const songKeys = new Set(songs.map(({ value }) => value.key));
  const dayOf = new Map(shows.map(({ value }) => [value.key, value.day]));
  const rows = await readRows(file, setlistRow);
  const setlists = new Map<string, PackSetlistEntry[]>();
  for (const { line, value } of rows.sort((a, b) => a.value.position - b.value.position)) {
    const { show, set: setLabel, closer, ...entry } = value;
    const before = setlists.get(show) ?? [];
    const showDay = dayOf.get(show);
    if (showDay === undefined) throw packError(file, line, `no show has the key ${show}`);
    if (showDay >= 0) throw packError(file, line, `${show} is not over yet: day ${showDay}`);
    if (!songKeys.has(entry.song)) throw packError(file, line, `no song has the key ${entry.song}`);
    if (entry.position !== before.length + 1)
      throw packError(
        file,
        line,
        `position ${entry.position} of ${show}: ${before.length + 1} expected`,
      );
    const lastMinutes = before.findLast(({ minutes }) => minutes !== null)?.minutes ?? 0;
    if (entry.minutes !== null && entry.minutes < lastMinutes)
      throw packError(file, line, `minutes must not go back from ${lastMinutes}`);
    setlists.set(show, [...before, { ...entry, setLabel, isCloser: closer === 'yes' }]);
  }
  return setlists;
}

async function readUsers(
  file: string,
  { productName }: Band,
  songs: Row<PackSong>[],
): Promise<PackUser[]> {
  const titles = new Set(songs.map(({ value }) => value.title));
  const users = await readRows(file, userRow);
  refuseDoubles(file, users, 'email');
  refuseDoubles(file, users, 'username');
  for (const { line, value } of users) {
    if (isReservedUsername(value.username, productName))
      throw packError(file, line, `username ${value.username} is reserved`);
    if (value.favoriteSong !== null && !titles.has(value.favoriteSong))
      throw packError(file, line, `no song has the title ${value.favoriteSong}`);
  }
  return users.map(({ value }) => value);
}

function refuseDoubles<Key extends string>(
  file: string,
  rows: Row<Record<Key, string>>[],
  what: Key,
): void {
  const lines = new Map<string, number>();
  for (const { line, value } of rows) {
    const same = identityKey(value[what]);
    const earlier = lines.get(same);
    if (earlier !== undefined)
      throw packError(file, line, `${what} ${value[what]} is already on line ${earlier}`);
    lines.set(same, line);
  }
}

/** A song's figures are those before the pack's setlists: a later day would be counted twice. */
function refuseCountedTwice(
  file: string,
  songs: Row<PackSong>[],
  shows: Row<ShowRow>[],
  setlists: Map<string, PackSetlistEntry[]>,
): void {
  const days = shows.filter(({ value }) => setlists.has(value.key)).map(({ value }) => value.day);
  const firstDay = Math.min(0, ...days);
  for (const { line, value } of songs)
    if (value.lastPlayedDay !== null && value.lastPlayedDay >= firstDay)
      throw packError(
        file,
        line,
        `lastPlayedDay must be before the first setlist, day ${firstDay}`,
      );
}
