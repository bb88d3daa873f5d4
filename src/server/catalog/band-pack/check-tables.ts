import type { z } from 'zod';
import type { Band } from '#contract/band.ts';
import { UNPLAYED_STATUSES } from '#contract/shows.ts';
import { localTimeToInstant } from '../../shows/show-date.ts';
import { formatDay, reportDoubleCounts, reportDuplicates } from './check-rows.ts';
import { getCurrentDate, type PackDay } from './pack-dates.ts';
import type { createTableReader, Table } from './pack-file.ts';
import {
  OPTIONAL_SETLIST_COLUMNS,
  OPTIONAL_SHOW_COLUMNS,
  OPTIONAL_SONG_COLUMNS,
  setlistRow,
  showRow,
  songRow,
} from './pack-rows.ts';

/** What the tables' empty cells stand for. */
export type TableDefaults = Pick<Band, 'timeZone' | 'usualStart' | 'defaultCountry'>;

export interface PackTables {
  songs: PackSong[];
  shows: PackShow[];
}

type SongRow = z.output<typeof songRow>;
type ShowRow = z.output<typeof showRow>;

/** The statistics exclude the pack's own setlists. `averagePosition` is a decimal string. */
interface PackSong
  extends Omit<SongRow, 'firstPlayed' | 'lastPlayed' | 'firstPlayedDay' | 'lastPlayedDay'> {
  firstPlayed: PackDay | null;
  lastPlayed: PackDay | null;
}

export interface PackShow extends Omit<ShowRow, 'day' | 'date'> {
  country: string;
  timeZone: string;
  day: PackDay;
  time: string;
  setlist: PackSetlistEntry[];
}

/** `song` is a key. `minutes` count from the start of the show. */
type PackSetlistEntry = Omit<
  z.output<typeof setlistRow>,
  'show' | 'song' | 'set' | 'closer' | 'segue'
> & {
  song: string;
  setLabel: string | null;
  isCloser: boolean;
  segue: boolean;
};

/** Reads the songs, shows and setlists. Shows before `now` are over. */
export async function checkTables(
  files: ReturnType<typeof createTableReader>,
  { timeZone, usualStart, defaultCountry }: TableDefaults,
  now: number,
) {
  const today = getCurrentDate(timeZone, now);
  const songTable = await files.table('songs.csv', songRow, OPTIONAL_SONG_COLUMNS);
  reportDuplicates(songTable, 'key');
  reportDuplicates(songTable, 'title');
  const showTable = await files.table('shows.csv', showRow, OPTIONAL_SHOW_COLUMNS);
  reportDuplicates(showTable, 'key');
  const showsByKey = new Map(
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
      : localTimeToInstant(day, show.timeZone, show.time || '00:00').getTime() < now;
  const setlistTable = await files.table('setlists.csv', setlistRow, OPTIONAL_SETLIST_COLUMNS);
  const setlists = readSetlists(setlistTable, { songTable, showTable, showsByKey, isOver });
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
  const isPlayedShow = ({ key, status }: Omit<PackShow, 'setlist'>) =>
    setlists.has(key) && !UNPLAYED_STATUSES.some((unplayedStatus) => unplayedStatus === status);
  const playedShows = [...showsByKey.values()].filter(isPlayedShow);
  reportDoubleCounts({ ...songTable, rows: songs }, playedShows, today);
  const tables: PackTables = {
    songs: songs.map(({ value }) => value),
    shows: [...showsByKey.values()].map((show) => ({
      ...show,
      setlist: setlists.get(show.key) ?? [],
    })),
  };
  return { tables, songTable, showTable, setlistTable };
}

function readSetlists(
  { rows, reportProblem }: Table<z.output<typeof setlistRow>>,
  tables: {
    songTable: Table<SongRow>;
    showTable: Table<ShowRow>;
    showsByKey: ReadonlyMap<string, Omit<PackShow, 'setlist'>>;
    isOver: (show: Omit<PackShow, 'setlist'>) => boolean;
  },
): Map<string, PackSetlistEntry[]> {
  const { keys: songKeys } = tables.songTable;
  const { keys: showKeys } = tables.showTable;
  const setlists = new Map<string, PackSetlistEntry[]>();
  const lastEntries = new Map<string, { position: number; minutes: number }>();
  for (const row of rows.sort((a, b) => a.value.position - b.value.position)) {
    const { show: showKey, song, set: setLabel, closer, segue, ...entry } = row.value;
    const { position, minutes } = entry;
    const lastEntry = lastEntries.get(showKey) ?? { position: 0, minutes: 0 };
    const expectedPosition = lastEntry.position + 1;
    lastEntries.set(showKey, {
      position: expectedPosition,
      minutes: minutes ?? lastEntry.minutes,
    });
    const show = tables.showsByKey.get(showKey);
    if (showKeys && !showKeys.has(showKey))
      reportProblem(row, 'show', `no show has the key ${showKey}`);
    if (show && show.status === null && !tables.isOver(show))
      reportProblem(row, 'show', `${showKey} is not over yet: ${formatDay(show.day)}`);
    if (position !== expectedPosition)
      reportProblem(
        row,
        'position',
        `expected position ${expectedPosition} for ${showKey}, found ${position}`,
      );
    if (minutes !== null && minutes < lastEntry.minutes)
      reportProblem(
        row,
        'minutes',
        `minutes must be at least ${lastEntry.minutes}, as in the previous row`,
      );
    if (song === null) continue;
    if (songKeys && !songKeys.has(song)) reportProblem(row, 'song', `no song has the key ${song}`);
    const flags = { isCloser: closer === 'yes', segue: segue === 'yes' };
    const setlistEntry = { ...entry, song, setLabel, ...flags };
    const setlist = setlists.get(showKey);
    if (setlist) setlist.push(setlistEntry);
    else setlists.set(showKey, [setlistEntry]);
  }
  return setlists;
}
