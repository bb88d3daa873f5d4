import { z } from 'zod';
import { NOTES_MAX, SET_LABEL_MAX } from '#contract/setlists.ts';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { SONG_LENGTHS } from '#contract/songs.ts';
import { SOURCE_URL_MAX } from '../../../db/schema/imports.ts';
import {
  type ArchivePage,
  type ArchiveShow,
  countShow,
  type ErrorContext,
  type ImportCounts,
  isCalendarDate,
  parseJson,
  toStorableText,
} from './archive.ts';
import { arrangeSets } from './arrange-sets.ts';
import { isSamePlace } from './details.ts';
import { countLooseTypes, idText, SHOW_TEXT_MAX, toWebUrl } from './field-schemas.ts';
import { parseOrThrow } from './import-stopped-error.ts';

// A page of an artist's setlists: https://api.setlist.fm/docs/1.0

export const SETLISTFM = 'setlist.fm';

const eventDate = z
  .string()
  .regex(/^\d{2}-\d{2}-\d{4}$/, 'must look like 27-04-2025')
  .transform((date) => date.split('-').reverse().join('-'))
  .refine(isCalendarDate, 'is not a calendar date');

const nameObject = z.object({ name: z.string().nullish() }).nullish();

const song = z.object({
  name: z.string(),
  info: z.string().nullish(),
  tape: z.boolean().nullish(),
  cover: nameObject,
  with: nameObject,
});

const setlist = z.object({
  id: idText,
  eventDate,
  artist: z.object({ mbid: z.string().nullish(), name: z.string().nullish() }),
  venue: z
    .object({
      name: z.string().nullish(),
      city: z
        .object({
          name: z.string().nullish(),
          stateCode: z.string().nullish(),
          country: z.object({ code: z.string().nullish(), name: z.string().nullish() }).nullish(),
        })
        .nullish(),
    })
    .nullish(),
  tour: nameObject,
  info: z.string().nullish(),
  url: z.string().nullish(),
  // May be an empty string for a show without songs.
  sets: z.preprocess(
    (sets) => (sets === '' ? null : sets),
    z
      .object({
        set: z.array(
          z.object({
            name: z.string().nullish(),
            encore: z.union([z.number(), z.string()]).nullish(),
            song: z.array(song),
          }),
        ),
      })
      .nullish(),
  ),
});
type Setlist = z.output<typeof setlist>;

const page = z.object({
  itemsPerPage: z.int().min(1),
  page: z.int().min(1),
  total: z.int().min(0),
  setlist: z.array(z.unknown()),
});

export interface SetlistfmPage extends ArchivePage {
  page: number;
  pages: number;
  lastDay: string | undefined;
}

/** `artist` defaults to the first setlist's artist. The reader throws `ImportStoppedError`. */
export function createSetlistfmReader(
  { artist, since }: { artist?: string | undefined; since?: string | undefined },
  importCounts: ImportCounts,
) {
  let selectedArtist = artist?.toLowerCase();
  const seenIds = new Set<string>();
  const assignOrders = createDayOrder();
  return (text: string, location: string, nextStep: string): SetlistfmPage => {
    const { setlist: rawSetlists, ...header } = parseOrThrow(
      page,
      parseJson(text, location, nextStep),
      location,
      nextStep,
    );
    const setlists = rawSetlists.map((raw, index) => {
      countLooseTypes(raw, importCounts, ['id']);
      return parseOrThrow(setlist, raw, `${location}, setlist ${index + 1}`, nextStep);
    });
    const importedShows = setlists.flatMap((parsed, index) => {
      selectedArtist ??= getArtist(parsed);
      const isSelectedArtist = getArtist(parsed) === selectedArtist;
      const isEarlier = since !== undefined && parsed.eventDate < since;
      // A show added during the import repeats a page's last show on the next page.
      const isRepeated = seenIds.has(parsed.id);
      seenIds.add(parsed.id);
      const context = { location: `${location}, setlist ${index + 1}`, nextStep };
      if (isSelectedArtist && !isEarlier && !isRepeated)
        return [toShow(parsed, importCounts, context)];
      importCounts.add(isRepeated ? 'repeatedRows' : isSelectedArtist ? 'earlier' : 'otherArtists');
      return [];
    });
    const shows = assignOrders(importedShows);
    for (const show of shows) countShow(show, importCounts);
    const pages = Math.ceil(header.total / header.itemsPerPage);
    const lastDay = setlists.at(-1)?.eventDate;
    return { location, shows, page: header.page, pages, total: header.total, lastDay };
  };
}

/** Numbers a day's shows by ID, later pages last, because the API does not order them. */
function createDayOrder() {
  const byDate = new Map<string, ArchiveShow[]>();
  return (shows: readonly ArchiveShow[]): ArchiveShow[] => {
    const orders = new Map<string, number>();
    for (const show of shows.toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1))) {
      const dayShows = byDate.get(show.date) ?? [];
      orders.set(show.sourceId, dayShows.filter((other) => isSamePlace(other, show)).length);
      byDate.set(show.date, [...dayShows, show]);
    }
    return shows.map((show) => ({ ...show, order: orders.get(show.sourceId) ?? 0 }));
  };
}

function getArtist({ artist: { mbid, name } }: Setlist): string {
  return (mbid || name || '').toLowerCase();
}

function toShow(
  { venue, tour, sets, ...show }: Setlist,
  importCounts: ImportCounts,
  context: ErrorContext,
): ArchiveShow {
  const toText = (value: string | null | undefined, max: number) =>
    toStorableText(value, max, importCounts);
  const { city } = venue ?? {};
  const { songs, soundcheck } = arrangeSets(
    (sets?.set ?? []).map((set) => ({
      name: toText(set.name?.trim().replace(/\s*:$/, ''), SET_LABEL_MAX),
      isEncore: Boolean(set.encore),
      songs: set.song.flatMap((song) => toSong(song, importCounts)),
    })),
    importCounts,
    context,
  );
  return {
    sourceId: show.id,
    url: toWebUrl(show.url, SOURCE_URL_MAX),
    date: show.eventDate,
    order: 0,
    time: null,
    timeZone: null,
    title: null,
    venue: toText(venue?.name, SHOW_LENGTHS.venue),
    city: toText(city?.name, SHOW_LENGTHS.city),
    // In other countries the state code is often a bare number.
    state: COUNTRIES_WITH_STATE_CODES.has(city?.country?.code ?? '')
      ? toText(city?.stateCode, SHOW_LENGTHS.state)
      : null,
    country:
      city?.country?.code === 'US' ? 'USA' : toText(city?.country?.name, SHOW_LENGTHS.country),
    tour: toText(tour?.name, SHOW_LENGTHS.tourName),
    notes: toText(show.info, SHOW_TEXT_MAX),
    soundcheck,
    support: null,
    songs,
  };
}

const COUNTRIES_WITH_STATE_CODES = new Set(['US', 'CA', 'AU']);

function toSong(
  { name, info, tape, cover, with: guest }: z.output<typeof song>,
  importCounts: ImportCounts,
) {
  if (tape) {
    importCounts.add('tapes');
    return [];
  }
  const title = toStorableText(name, SONG_LENGTHS.title, importCounts);
  const { segue, notes } = readInfo(info ?? '');
  const allNotes = [notes, guest?.name && `with ${guest.name}`].filter(Boolean).join('; ');
  return [
    {
      key: title ?? '',
      title,
      isCover: Boolean(cover?.name),
      segue,
      notes: toStorableText(allNotes, NOTES_MAX, importCounts),
    },
  ];
}

/** The site displays `info` in parentheses: editors write '>' or 'unfinished) (>' for a segue. */
function readInfo(info: string): { segue: boolean; notes: string } {
  const segue = /^\s*-?>|(^|[\s(])-?>\s*$|\(-?>/.test(info);
  const notes = info
    .replace(/^\s*-?>[\s,]*/, '')
    .replace(/[\s)(,]+-?>\s*$/, '')
    .replaceAll(') (', '; ');
  return { segue, notes };
}
