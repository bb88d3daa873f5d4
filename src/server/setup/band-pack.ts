import type { z } from 'zod';
import type { Band } from '#contract/band.ts';
import { identityKey } from '#contract/text.ts';
import { isReservedUsername } from '../accounts/reserved-username.ts';
import { instantOn } from '../shows/show-date.ts';
import { dateOf, type PackDay, todayIn } from './pack-dates.ts';
import { type Problem, packFiles, problemText, type Table } from './pack-file.ts';
import {
  bandFile,
  OPTIONAL_SHOW_COLUMNS,
  OPTIONAL_SONG_COLUMNS,
  setlistRow,
  showRow,
  songRow,
  userRow,
} from './pack-rows.ts';

/** Everything that is said about a band, read from a folder and checked whole. */
export interface BandPack {
  band: Band;
  /** What the Setup tab offers for imported users. */
  temporaryPassword: string;
  songs: PackSong[];
  shows: PackShow[];
  users: PackUser[];
}

type SongRow = z.output<typeof songRow>;
type ShowRow = z.output<typeof showRow>;

/** A song with its figures *before* the pack's own setlists. `averagePosition` is a decimal, as text. */
export interface PackSong
  extends Omit<SongRow, 'firstPlayed' | 'lastPlayed' | 'firstPlayedDay' | 'lastPlayedDay'> {
  firstPlayed: PackDay | null;
  lastPlayed: PackDay | null;
}

/** A show, and what was played there in order; an upcoming show has an empty setlist. */
export interface PackShow extends Omit<ShowRow, 'day' | 'date'> {
  country: string;
  timeZone: string;
  day: PackDay;
  time: string;
  setlist: PackSetlistEntry[];
}

/** `song` is a song's key; `minutes` count from the show's start to the song's, null if unknown. */
type PackSetlistEntry = Omit<z.output<typeof setlistRow>, 'show' | 'song' | 'set' | 'closer'> & {
  song: string;
  setLabel: string | null;
  isCloser: boolean;
};

/** A user of the old site; `favoriteSong` is the title of a song of the pack. */
export type PackUser = z.output<typeof userRow>;

/** Reads the pack in `folder`. Where anything is wrong it throws, a line each with file, line and reason. */
export async function loadBandPack(folder: string): Promise<BandPack> {
  const { pack, problems } = await checkBandPack(folder);
  if (!pack) throw new Error(problems.map(problemText).join('\n'));
  return pack;
}

/** The pack in `folder`, or all that is wrong with it, file by file. What is over is so at `now`. */
export async function checkBandPack(
  folder: string,
  now = Date.now(),
): Promise<{ pack: BandPack | undefined; problems: Problem[] }> {
  const problems: Problem[] = [];
  const files = packFiles(folder, problems);
  const bandRead = await files.json('band.json', bandFile);
  // With any defaults the other files can be checked, where those of the band are wrong.
  const {
    timeZone = 'UTC',
    usualStart = '',
    defaultCountry = '',
    productName = '',
  } = bandRead ?? {};
  const today = todayIn(timeZone, now);

  const songTable = await files.table('songs.csv', songRow, OPTIONAL_SONG_COLUMNS);
  refuseDoubles(songTable, 'key');
  refuseDoubles(songTable, 'title');
  const showTable = await files.table('shows.csv', showRow, OPTIONAL_SHOW_COLUMNS);
  refuseDoubles(showTable, 'key');
  const showOf = new Map(
    showTable.rows.map(({ value: { date, day, ...show } }) => [
      show.key,
      {
        ...show,
        country: show.country ?? defaultCountry,
        timeZone: show.timeZone ?? timeZone,
        day: date ?? day ?? 0,
        time: show.time ?? usualStart,
      },
    ]),
  );
  const isOver = ({ day, ...show }: Omit<PackShow, 'setlist'>) =>
    typeof day === 'number'
      ? day < 0
      : instantOn(day, show.timeZone, show.time || '00:00').getTime() < now;
  const setlistTable = await files.table('setlists.csv', setlistRow);
  const setlists = readSetlists(setlistTable, { songTable, showTable, showOf, isOver });
  const songs = songTable.rows.map(({ line, value }) => {
    const { firstPlayedDay, lastPlayedDay, ...song } = value;
    return {
      line,
      value: {
        ...song,
        firstPlayed: song.firstPlayed ?? firstPlayedDay,
        lastPlayed: song.lastPlayed ?? lastPlayedDay,
      },
    };
  });
  const played = [...showOf.values()].filter(({ key }) => setlists.has(key));
  refuseCountedTwice({ ...songTable, rows: songs }, played, today);
  const userTable = await files.table('users.csv', userRow);
  checkUsers(userTable, productName, songTable);

  if (!bandRead || problems.length > 0) return { pack: undefined, problems };
  const { temporaryPassword, ...facts } = bandRead;
  const pack = {
    band: { ...facts, version: 0 },
    temporaryPassword,
    songs: songs.map(({ value }) => value),
    shows: [...showOf.values()].map((show) => ({ ...show, setlist: setlists.get(show.key) ?? [] })),
    users: userTable.rows.map(({ value }) => value),
  };
  return { pack, problems };
}

function readSetlists(
  { rows, complain }: Table<z.output<typeof setlistRow>>,
  of: {
    songTable: Table<SongRow>;
    showTable: Table<ShowRow>;
    showOf: ReadonlyMap<string, Omit<PackShow, 'setlist'>>;
    isOver: (show: Omit<PackShow, 'setlist'>) => boolean;
  },
): Map<string, PackSetlistEntry[]> {
  const { keys: songKeys } = of.songTable;
  const { keys: showKeys } = of.showTable;
  const setlists = new Map<string, PackSetlistEntry[]>();
  const lastOf = new Map<string, { position: number; minutes: number }>();
  for (const row of rows.sort((a, b) => a.value.position - b.value.position)) {
    const { show: showKey, song, set: setLabel, closer, ...entry } = row.value;
    const { position, minutes } = entry;
    const last = lastOf.get(showKey) ?? { position: 0, minutes: 0 };
    lastOf.set(showKey, { position: last.position + 1, minutes: minutes ?? last.minutes });
    const show = of.showOf.get(showKey);
    if (showKeys && !showKeys.has(showKey)) complain(row, 'show', `no show has the key ${showKey}`);
    if (show && !of.isOver(show))
      complain(row, 'show', `${showKey} is not over yet: ${dayText(show.day)}`);
    const expected = last.position + 1;
    if (position !== expected)
      complain(row, 'position', `position ${position} of ${showKey}: ${expected} expected`);
    if (minutes !== null && minutes < last.minutes)
      complain(row, 'minutes', `minutes must not go back from ${last.minutes}`);
    // A place of which nobody knows the song is only counted.
    if (song === null) continue;
    if (songKeys && !songKeys.has(song)) complain(row, 'song', `no song has the key ${song}`);
    const played = { ...entry, song, setLabel, isCloser: closer === 'yes' };
    setlists.set(showKey, [...(setlists.get(showKey) ?? []), played]);
  }
  return setlists;
}

function checkUsers(table: Table<PackUser>, productName: string, songTable: Table<SongRow>): void {
  refuseDoubles(table, 'email');
  refuseDoubles(table, 'username');
  const titles = new Set(songTable.rows.map(({ value }) => value.title));
  for (const row of table.rows) {
    const { username, favoriteSong } = row.value;
    if (isReservedUsername(username, productName))
      table.complain(row, 'username', `username ${username} is reserved`);
    if (favoriteSong !== null && songTable.keys && !titles.has(favoriteSong))
      table.complain(row, 'favoriteSong', `no song has the title ${favoriteSong}`);
  }
}

function refuseDoubles<Key extends string>(
  { rows, complain }: Table<Record<Key, string>>,
  what: Key,
): void {
  const lines = new Map<string, number>();
  for (const { line, value } of rows) {
    const same = identityKey(value[what]);
    const earlier = lines.get(same);
    if (earlier === undefined) lines.set(same, line);
    else complain({ line }, what, `${what} ${value[what]} is already on line ${earlier}`);
  }
}

/** A song's figures are those before the pack's setlists: a later day would be counted twice. */
function refuseCountedTwice(
  { rows, complain }: Table<PackSong>,
  played: readonly Pick<PackShow, 'day'>[],
  today: string,
): void {
  const first = played
    .map(({ day }) => ({ day, date: dateOf(day, today) }))
    .reduce((a, b) => (b.date < a.date ? b : a), { day: 0, date: today } as DatedDay);
  for (const { line, value } of rows) {
    const { lastPlayed } = value;
    if (value.timesPlayed === 0 || lastPlayed === null || dateOf(lastPlayed, today) < first.date)
      continue;
    const column = typeof lastPlayed === 'number' ? 'lastPlayedDay' : 'lastPlayed';
    const reason = `${column} must be before the first setlist, ${dayText(first.day)}`;
    complain({ line }, column, reason);
  }
}

type DatedDay = { day: PackDay; date: string };

function dayText(day: PackDay): string {
  return typeof day === 'number' ? `day ${day}` : day;
}
