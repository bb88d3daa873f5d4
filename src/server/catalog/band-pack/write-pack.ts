import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tzOffset } from '@date-fns/tz';
import { asc } from 'drizzle-orm';
import type { z } from 'zod';
import { type Band, DEFAULT_START } from '#contract/band.ts';
import { MINUTE } from '#contract/durations.ts';
import { toWallTime } from '#contract/local-time.ts';
import { UNKNOWN_CITY } from '#contract/shows.ts';
import type { DbOrTx } from '../../db/open.ts';
import { importedShows } from '../../db/schema/imports.ts';
import { liveSetlistSongs } from '../../db/schema/setlists.ts';
import { shows } from '../../db/schema/shows.ts';
import { songs } from '../../db/schema/songs.ts';
import type { bandFile } from './band-file.ts';
import { buildImportKey } from './import-key.ts';
import { deriveStatus } from './pack-dates.ts';
import { MAX_KEY_LENGTH, setlistRow, showRow, songRow, sourceRow, userRow } from './pack-rows.ts';
import { type Cells, toCsv } from './to-csv.ts';

type BandFile = z.input<typeof bandFile>;
interface PackTables {
  songs: Cells<typeof songRow>[];
  shows: Cells<typeof showRow>[];
  setlists: Cells<typeof setlistRow>[];
  sources: Cells<typeof sourceRow>[];
}

/** Writes a folder for `loadBandPack`. Throws if the folder is not empty. */
export async function writePack(
  folder: string,
  band: BandFile,
  tables: PackTables = { songs: [], shows: [], setlists: [], sources: [] },
): Promise<void> {
  const existingFiles = await readdir(folder).catch(() => []);
  if (existingFiles.length > 0) throw new Error(`${folder} already exists. Choose a new folder.`);
  await mkdir(folder, { recursive: true });
  const files = {
    'band.json': `${JSON.stringify(band, null, 2)}\n`,
    'songs.csv': toCsv(songRow, tables.songs, ['firstPlayedDay', 'lastPlayedDay']),
    'shows.csv': toCsv(showRow, tables.shows, ['day']),
    'setlists.csv': toCsv(setlistRow, tables.setlists),
    'users.csv': toCsv(userRow, []),
    ...(tables.sources.length > 0 && { 'sources.csv': toCsv(sourceRow, tables.sources) }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

export function createBandFile(bandName: string, timeZone: string): BandFile {
  return {
    productName: 'Called It',
    bandName,
    tagline: 'For the moment when the opener starts and you had it.',
    gameTagline: `The setlist game of ${bandName} fans`,
    officialLinks: [{ label: bandName, url: 'https://band.example/' }],
    socialLinks: [],
    fanSpotlight: [],
    contactEmail: 'hello@site.example',
    donationEmail: null,
    bugReportEmail: 'bugs@site.example',
    defaultCountry: 'USA',
    timeZone,
    usualStart: DEFAULT_START,
    temporaryPassword: randomBytes(9).toString('base64url'),
  };
}

/** Importing the tables recreates the content, except seconds, predictions and accounts. */
export async function readTables(
  db: DbOrTx,
  band: Pick<Band, 'bandName' | 'timeZone'>,
  now: number,
) {
  const songRows = await db.select().from(songs).orderBy(asc(songs.title));
  const showRows = await db.select().from(shows).orderBy(asc(shows.date), asc(shows.id));
  const setlistOrder = [asc(liveSetlistSongs.showId), asc(liveSetlistSongs.position)];
  const entries = await db
    .select()
    .from(liveSetlistSongs)
    .orderBy(...setlistOrder);
  const songKeys = buildKeys(songRows, band.bandName, ({ title }) => title);
  const formatDay = (date: Date, timeZone: string) => formatWallTime(date, timeZone).slice(0, 10);
  const showKeys = buildKeys(
    showRows,
    band.bandName,
    ({ date, timeZone, city, venue, name }) =>
      `${formatDay(date, timeZone)} ${city === UNKNOWN_CITY ? venue || name : city}`,
  );
  const formatPlayDay = (date: Date | null) => date && formatDay(date, band.timeZone);
  const entriesByShow = new Map<string, typeof entries>();
  const sources = await db
    .select()
    .from(importedShows)
    .orderBy(asc(importedShows.source), asc(importedShows.sourceId));
  for (const entry of entries)
    entriesByShow.set(entry.showId, [...(entriesByShow.get(entry.showId) ?? []), entry]);
  return {
    songs: songRows.map((song) => ({
      ...song,
      key: songKeys.get(song.id) ?? '',
      timesPlayed: song.importedTimesPlayed,
      firstPlayed: formatPlayDay(song.importedFirstPlayed),
      lastPlayed: formatPlayDay(song.importedLastPlayed),
      averagePosition: song.importedAveragePosition,
    })),
    shows: showRows.map((show) => ({
      ...show,
      city: show.city === UNKNOWN_CITY ? '' : show.city,
      key: showKeys.get(show.id) ?? '',
      date: formatDay(show.date, show.timeZone),
      time: formatWallTime(show.date, show.timeZone).slice(11, 16),
      status: isStatusImplied(show, entriesByShow.has(show.id), now) ? null : show.status,
      locksBefore: show.locksAt && toMinutes(show.date) - toMinutes(show.locksAt),
    })),
    setlists: showRows.flatMap(({ id, date }) => {
      let previousMinutes = 0;
      let previousPosition = 0;
      return (entriesByShow.get(id) ?? []).flatMap(({ playedAt, ...row }) => {
        const show = showKeys.get(id) ?? '';
        const gaps = Array.from({ length: row.position - previousPosition - 1 }, (_, n) => ({
          show,
          position: previousPosition + 1 + n,
        }));
        previousPosition = row.position;
        const minutes = playedAt && Math.floor((playedAt.getTime() - date.getTime()) / MINUTE);
        const isValid = minutes !== null && minutes >= previousMinutes && minutes <= 1440;
        if (isValid) previousMinutes = minutes;
        const song = songKeys.get(row.songId) ?? '';
        const closer = row.isCloser ? 'yes' : '';
        const cells = { show, position: row.position, song, set: row.setLabel, closer };
        const { notes, breakAfter } = row;
        const flags = { notes, segue: row.segue ? 'yes' : '', breakAfter };
        return [...gaps, { ...cells, minutes: isValid ? minutes : null, ...flags }];
      });
    }),
    sources: sources.map(({ showId, details, ...columns }) => ({
      ...columns,
      show: showId && (showKeys.get(showId) ?? null),
      details: JSON.stringify(details),
    })),
  };
}

function isStatusImplied(
  { status, date }: typeof shows.$inferSelect,
  hasSetlist: boolean,
  now: number,
): boolean {
  const impliedStatus = deriveStatus(date, now);
  return status === impliedStatus && !(hasSetlist && impliedStatus === 'open');
}

function toMinutes(date: Date): number {
  return Math.floor(date.getTime() / MINUTE);
}

function buildKeys<R extends { id: string; importKey: string | null }>(
  rows: readonly R[],
  bandName: string,
  getName: (row: R) => string,
): Map<string, string> {
  const prefix = buildImportKey(bandName, '');
  const usedKeys = new Set<string>();
  const keys = new Map<string, string>();
  const getPackKey = (row: R) =>
    row.importKey?.startsWith(prefix) ? row.importKey.slice(prefix.length) : undefined;
  // Rows with an imported key go first, because they keep their key.
  for (const row of rows.toSorted((a, b) => Number(!getPackKey(a)) - Number(!getPackKey(b)))) {
    const baseKey = getPackKey(row) ?? (toKey(getName(row)) || 'untitled');
    let key = baseKey;
    for (let number = 2; usedKeys.has(key); number += 1) key = `${baseKey}-${number}`;
    usedKeys.add(key);
    keys.set(row.id, key);
  }
  return keys;
}

/** 'Goodnight, Caroline' becomes 'goodnight-caroline', with room for a number at the end. */
export function toKey(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/['’\p{M}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_KEY_LENGTH - 6)
    .replaceAll(/^-+|-+$/g, '');
}

function formatWallTime(date: Date, timeZone: string): string {
  return toWallTime(date, (instant) => tzOffset(timeZone, instant)).toISOString();
}
