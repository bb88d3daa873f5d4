import { z } from 'zod';
import { NOTES_MAX } from '#contract/setlists.ts';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { SONG_LENGTHS } from '#contract/songs.ts';
import { SOURCE_URL_MAX } from '../../../db/schema/imports.ts';
import { isTimeZone } from '../../../shows/show-date.ts';
import {
  type ArchiveShow,
  countShow,
  type ErrorContext,
  type ImportCounts,
  isCalendarDate,
  parseJson,
  stripHtml,
  toStorableText,
} from './archive.ts';
import { type ArchiveSet, arrangeSets } from './arrange-sets.ts';
import {
  countLooseTypes,
  flag,
  idText,
  SHOW_TEXT_MAX,
  toWebUrl,
  wholeNumber,
} from './field-schemas.ts';
import { ImportStoppedError, parseOrThrow } from './import-stopped-error.ts';

// Sites that run Songfish (kglw.net, elgoose.net): https://SITE/api/v2. `shows` has one row per
// show, `setlists` and `latest` one row per song with the details of its show.

const text = z.string().nullish();

const row = z.object({
  show_id: idText,
  showdate: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must look like 2025-04-27')
    .refine(isCalendarDate, 'is not a calendar date'),
  showtime: text,
  timezone: text,
  showtitle: text,
  showorder: wholeNumber.nullish(),
  shownotes: text,
  artist_id: idText,
  permalink: text,
  venuename: text,
  city: text,
  state: text,
  country: text,
  tour_id: wholeNumber.nullish(),
  tourname: text,
  opener: text,
  soundcheck: text,
});

const songRow = row.extend({
  uniqueid: idText,
  song_id: idText,
  songname: text,
  settype: text,
  setnumber: idText,
  position: wholeNumber,
  transition_id: wholeNumber.nullish(),
  footnote: text,
  footnotes: z.unknown(),
  isreprise: flag,
  isoriginal: flag,
  original_artist: text,
});
type Row = z.output<typeof row>;
type SongRow = z.output<typeof songRow>;

const response = z.object({
  error: z.union([z.boolean(), z.string(), z.number()]).nullish(),
  error_message: text,
  data: z.array(z.unknown()),
});

const NUMERIC_FIELDS = [
  'position',
  'transition_id',
  'showorder',
  'tour_id',
  'isreprise',
  'isoriginal',
];
const NO_TOUR_ID = 1;
const UNKNOWN_SONG_ID = '1';
const SEGUE_TRANSITION_IDS: readonly (number | null | undefined)[] = [2, 3];

export type SongfishRow = { show: Row; song?: SongRow };

export interface SongfishOptions {
  site: string;
  artistId: string;
  since?: string | undefined;
}

export function readSongfishRows(
  json: string,
  location: string,
  nextStep: string,
  importCounts: ImportCounts,
): SongfishRow[] {
  const body = parseOrThrow(response, parseJson(json, location, nextStep), location, nextStep);
  if (body.error && !/^(false|0)$/.test(String(body.error))) {
    const reason = `the site reports “${body.error_message ?? 'error'}”`;
    throw new ImportStoppedError(location, reason, nextStep);
  }
  return body.data.map((value, index) => {
    const rowLocation = `${location}, row ${index + 1}`;
    const isSong = typeof value === 'object' && value !== null && 'song_id' in value;
    const idFields = isSong ? ['show_id', 'song_id', 'artist_id'] : ['show_id'];
    countLooseTypes(value, importCounts, idFields, NUMERIC_FIELDS);
    if (!isSong) return { show: parseOrThrow(row, value, rowLocation, nextStep) };
    const song = parseOrThrow(songRow, value, rowLocation, nextStep);
    return { show: song, song };
  });
}

/** Returns the earliest show first. Skips other artists, because sites also list side projects. */
export function buildSongfishShows(
  rows: readonly SongfishRow[],
  { site, artistId, since, importCounts }: SongfishOptions & { importCounts: ImportCounts },
  context: ErrorContext,
): ArchiveShow[] {
  const shows = new Map<string, { details: Row; songs: Map<string, SongRow> }>();
  const otherArtistShows = new Set<string>();
  const earlierShows = new Set<string>();
  for (const { show, song } of rows) {
    if (show.artist_id !== artistId) {
      otherArtistShows.add(show.show_id);
      continue;
    }
    if (since !== undefined && show.showdate < since) {
      earlierShows.add(show.show_id);
      continue;
    }
    const entry = shows.get(show.show_id) ?? { details: show, songs: new Map() };
    if (song) {
      if (entry.songs.has(song.uniqueid)) importCounts.add('repeatedRows');
      entry.songs.set(song.uniqueid, song);
      // A song row has more details of its show than a show row.
      entry.details = song;
    }
    shows.set(show.show_id, entry);
  }
  importCounts.add('otherArtists', otherArtistShows.size);
  importCounts.add('earlier', earlierShows.size);
  return [...shows.values()]
    .map(({ details, songs }) =>
      toShow(details, [...songs.values()], { site, importCounts, context }),
    )
    .sort((a, b) => a.date.localeCompare(b.date) || a.order - b.order);
}

function toShow(
  details: Row,
  songRows: SongRow[],
  options: { site: string; importCounts: ImportCounts; context: ErrorContext },
): ArchiveShow {
  const { site, importCounts, context } = options;
  const toText = (value: string | null | undefined, max: number) =>
    toStorableText(value, max, importCounts);
  const { songs, soundcheck } = arrangeSets(groupIntoSets(songRows, importCounts), importCounts, {
    ...context,
    location: `${context.location}, show ${details.show_id}`,
  });
  const time = /^([01]\d|2[0-3]):[0-5]\d/.exec(details.showtime ?? '')?.[0] ?? null;
  const permalink = details.permalink
    ? `https://${site}/setlists/${details.permalink}`
    : `https://${site}/`;
  const show = {
    sourceId: details.show_id,
    url: toWebUrl(permalink, SOURCE_URL_MAX),
    date: details.showdate,
    order: Math.max(0, (details.showorder ?? 1) - 1),
    // Sites store midnight if the time is unknown.
    time: time === '00:00' ? null : time,
    timeZone: details.timezone && isTimeZone(details.timezone) ? details.timezone : null,
    title: toText(details.showtitle, SHOW_LENGTHS.name),
    venue: toText(details.venuename, SHOW_LENGTHS.venue),
    city: toText(details.city, SHOW_LENGTHS.city),
    state: toText(details.state, SHOW_LENGTHS.state),
    country: toText(details.country, SHOW_LENGTHS.country),
    tour: details.tour_id === NO_TOUR_ID ? null : toText(details.tourname, SHOW_LENGTHS.tourName),
    notes: toText(stripHtml(details.shownotes), SHOW_TEXT_MAX),
    soundcheck: toText(stripHtml(details.soundcheck), SHOW_TEXT_MAX) ?? soundcheck,
    support: toText(stripHtml(details.opener), SHOW_TEXT_MAX),
    songs,
  };
  countShow(show, importCounts);
  return show;
}

/** Positions run across the whole show, not per set. */
function groupIntoSets(rows: readonly SongRow[], importCounts: ImportCounts): ArchiveSet[] {
  const sets = new Map<string, ArchiveSet>();
  for (const row of rows.toSorted((a, b) => a.position - b.position)) {
    const isSoundcheck = /sound\s*check/i.test(row.settype ?? '');
    const key = isSoundcheck ? 'soundcheck' : row.setnumber;
    const isEncore = /^e/i.test(row.setnumber) || /encore/i.test(row.settype ?? '');
    const set = sets.get(key) ?? { name: isSoundcheck ? key : null, isEncore, songs: [] };
    set.songs.push(toSong(row, importCounts));
    sets.set(key, set);
  }
  return [...sets.values()];
}

function toSong(row: SongRow, importCounts: ImportCounts): ArchiveSet['songs'][number] {
  const isUnknown = row.song_id === UNKNOWN_SONG_ID;
  const notes = [row.isreprise && 'Reprise', ...listFootnotes(row, importCounts)].filter(Boolean);
  importCounts.add('reprises', Number(row.isreprise));
  return {
    key: row.song_id,
    title: isUnknown ? null : toStorableText(row.songname, SONG_LENGTHS.title, importCounts),
    isCover: !row.isoriginal && Boolean(row.original_artist),
    segue: SEGUE_TRANSITION_IDS.includes(row.transition_id),
    notes: toStorableText(notes.join('; '), NOTES_MAX, importCounts),
  };
}

/** `footnote` is a string; `footnotes` is a JSON-encoded list of strings. */
function listFootnotes({ footnote, footnotes }: SongRow, importCounts: ImportCounts): string[] {
  const notes = [footnote, ...parseFootnotes(footnotes, importCounts)].map(
    (note) => stripHtml(note) ?? '',
  );
  return [...new Set(notes.filter(Boolean))];
}

function parseFootnotes(footnotes: unknown, importCounts: ImportCounts): string[] {
  let value = footnotes;
  if (typeof footnotes === 'string' && footnotes.trim())
    try {
      value = JSON.parse(footnotes);
    } catch {
      importCounts.add('unreadable');
    }
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((note) => typeof note === 'string');
}
