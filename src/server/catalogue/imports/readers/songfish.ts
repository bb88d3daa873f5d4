import { z } from 'zod';
import { NOTES_MAX } from '#contract/setlists.ts';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { SONG_LENGTHS } from '#contract/songs.ts';
import { SOURCE_URL_MAX } from '../../../db/schema/imports.ts';
import { isTimeZone } from '../../../shows/show-date.ts';
import {
  type ArchiveShow,
  countShow,
  type Handled,
  isDay,
  parseJson,
  plainText,
  type StopContext,
  storable,
} from './archive.ts';
import { type ArchiveSet, arrangeSets } from './arrange-sets.ts';
import {
  countLooseTypes,
  flag,
  idText,
  SHOW_TEXT_MAX,
  webAddress,
  wholeNumber,
} from './field-schemas.ts';
import { ImportStopped, parseOrStop } from './import-stopped.ts';

// Sites that run Songfish (kglw.net, elgoose.net): https://SITE/api/v2. `shows` has one row per
// show, `setlists` and `latest` one row per song with the details of its show.

const text = z.string().nullish();

const row = z.object({
  show_id: idText,
  showdate: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must look like 2025-04-27')
    .refine(isDay, 'is no day of the calendar'),
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

const answer = z.object({
  // Sites send both false and 'false'.
  error: z.union([z.boolean(), z.string(), z.number()]).nullish(),
  error_message: text,
  data: z.array(z.unknown()),
});

const NUMBERS = ['position', 'transition_id', 'showorder', 'tour_id', 'isreprise', 'isoriginal'];
const NO_TOUR = 1;
const UNKNOWN_SONG = '1';
const SEGUES: readonly (number | null | undefined)[] = [2, 3];

export type SongfishRow = { show: Row; song?: SongRow };

export interface SongfishWanted {
  site: string;
  artist: string;
  since?: string | undefined;
}

export function readSongfishRows(
  json: string,
  where: string,
  goOn: string,
  handled: Handled,
): SongfishRow[] {
  const parsed = parseOrStop(answer, parseJson(json, where, goOn), where, goOn);
  if (parsed.error && !/^(false|0)$/.test(String(parsed.error)))
    throw new ImportStopped(where, `the site says “${parsed.error_message ?? 'error'}”`, goOn);
  return parsed.data.map((one, index) => {
    const at = `${where}, row ${index + 1}`;
    const isSong = typeof one === 'object' && one !== null && 'song_id' in one;
    countLooseTypes(
      one,
      handled,
      isSong ? ['show_id', 'song_id', 'artist_id'] : ['show_id'],
      NUMBERS,
    );
    if (!isSong) return { show: parseOrStop(row, one, at, goOn) };
    const song = parseOrStop(songRow, one, at, goOn);
    return { show: song, song };
  });
}

/** Earliest first. Skips other artists, because sites also list side projects. */
export function songfishShows(
  rows: readonly SongfishRow[],
  { site, artist, since, handled }: SongfishWanted & { handled: Handled },
  place: StopContext,
): ArchiveShow[] {
  const shows = new Map<string, { facts: Row; songs: Map<string, SongRow> }>();
  const others = new Set<string>();
  const earlier = new Set<string>();
  for (const { show, song } of rows) {
    if (show.artist_id !== artist) {
      others.add(show.show_id);
      continue;
    }
    if (since !== undefined && show.showdate < since) {
      earlier.add(show.show_id);
      continue;
    }
    const known = shows.get(show.show_id) ?? { facts: show, songs: new Map() };
    if (song) {
      if (known.songs.has(song.uniqueid)) handled.add('repeatedRows');
      known.songs.set(song.uniqueid, song);
      // A song row has more details of its show than a show row.
      known.facts = song;
    }
    shows.set(show.show_id, known);
  }
  handled.add('otherArtists', others.size);
  handled.add('earlier', earlier.size);
  return [...shows.values()]
    .map(({ facts, songs }) => toShow(facts, [...songs.values()], { site, handled, place }))
    .sort((a, b) => a.date.localeCompare(b.date) || a.order - b.order);
}

function toShow(
  of: Row,
  rows: SongRow[],
  { site, handled, place }: { site: string; handled: Handled; place: StopContext },
): ArchiveShow {
  const kept = (value: string | null | undefined, max: number) => storable(value, max, handled);
  const { songs, soundcheck } = arrangeSets(setsOf(rows, handled), handled, {
    ...place,
    where: `${place.where}, show ${of.show_id}`,
  });
  const time = /^([01]\d|2[0-3]):[0-5]\d/.exec(of.showtime ?? '')?.[0] ?? null;
  const permalink = of.permalink ? `https://${site}/setlists/${of.permalink}` : `https://${site}/`;
  return countShow(
    {
      sourceId: of.show_id,
      url: webAddress(permalink, SOURCE_URL_MAX),
      date: of.showdate,
      order: Math.max(0, (of.showorder ?? 1) - 1),
      // Sites store midnight if the time is unknown.
      time: time === '00:00' ? null : time,
      timeZone: of.timezone && isTimeZone(of.timezone) ? of.timezone : null,
      title: kept(of.showtitle, SHOW_LENGTHS.name),
      venue: kept(of.venuename, SHOW_LENGTHS.venue),
      city: kept(of.city, SHOW_LENGTHS.city),
      state: kept(of.state, SHOW_LENGTHS.state),
      country: kept(of.country, SHOW_LENGTHS.country),
      tour: of.tour_id === NO_TOUR ? null : kept(of.tourname, SHOW_LENGTHS.tourName),
      notes: kept(plainText(of.shownotes), SHOW_TEXT_MAX),
      soundcheck: kept(plainText(of.soundcheck), SHOW_TEXT_MAX) ?? soundcheck,
      support: kept(plainText(of.opener), SHOW_TEXT_MAX),
      songs,
    },
    handled,
  );
}

/** Positions count through the whole show. */
function setsOf(rows: readonly SongRow[], handled: Handled): ArchiveSet[] {
  const sets = new Map<string, ArchiveSet>();
  for (const one of rows.toSorted((a, b) => a.position - b.position)) {
    const isSoundcheck = /sound\s*check/i.test(one.settype ?? '');
    const key = isSoundcheck ? 'soundcheck' : one.setnumber;
    const isEncore = /^e/i.test(one.setnumber) || /encore/i.test(one.settype ?? '');
    const set = sets.get(key) ?? { name: isSoundcheck ? key : null, isEncore, songs: [] };
    set.songs.push(toSong(one, handled));
    sets.set(key, set);
  }
  return [...sets.values()];
}

function toSong(one: SongRow, handled: Handled): ArchiveSet['songs'][number] {
  const isUnknown = one.song_id === UNKNOWN_SONG;
  const notes = [one.isreprise && 'Reprise', ...footnotesOf(one, handled)].filter(Boolean);
  handled.add('reprises', Number(one.isreprise));
  return {
    key: one.song_id,
    title: isUnknown ? null : storable(one.songname, SONG_LENGTHS.title, handled),
    isCover: !one.isoriginal && Boolean(one.original_artist),
    segue: SEGUES.includes(one.transition_id),
    notes: storable(notes.join('; '), NOTES_MAX, handled),
  };
}

/** `footnote` is a string; `footnotes` is a JSON-encoded list of strings. */
function footnotesOf({ footnote, footnotes }: SongRow, handled: Handled): string[] {
  const all = [footnote, ...listed(footnotes, handled)].map((one) => plainText(one) ?? '');
  return [...new Set(all.filter(Boolean))];
}

function listed(footnotes: unknown, handled: Handled): string[] {
  let value = footnotes;
  if (typeof footnotes === 'string' && footnotes.trim())
    try {
      value = JSON.parse(footnotes);
    } catch {
      handled.add('unreadable');
    }
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((one) => typeof one === 'string');
}
