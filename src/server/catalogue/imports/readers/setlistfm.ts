import { z } from 'zod';
import { NOTES_MAX, SET_LABEL_MAX } from '#contract/setlists.ts';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { SONG_LENGTHS } from '#contract/songs.ts';
import { SOURCE_URL_MAX } from '../../../db/schema/imports.ts';
import {
  type ArchivePage,
  type ArchiveShow,
  countShow,
  type Handled,
  isDay,
  parseJson,
  type StopContext,
  storable,
} from './archive.ts';
import { arrangeSets } from './arrange-sets.ts';
import { isSamePlace } from './details.ts';
import { countLooseTypes, idText, SHOW_TEXT_MAX, webAddress } from './field-schemas.ts';
import { parseOrStop } from './import-stopped.ts';

// A page of an artist's setlists: https://api.setlist.fm/docs/1.0

export const SETLISTFM = 'setlist.fm';

const eventDate = z
  .string()
  .regex(/^\d{2}-\d{2}-\d{4}$/, 'must look like 27-04-2025')
  .transform((date) => date.split('-').reverse().join('-'))
  .refine(isDay, 'is no day of the calendar');

const named = z.object({ name: z.string().nullish() }).nullish();

const song = z.object({
  name: z.string(),
  info: z.string().nullish(),
  tape: z.boolean().nullish(),
  cover: named,
  with: named,
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
  tour: named,
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
  /** The day of the page's last setlist. Later pages are older. */
  lastDay: string | undefined;
}

/** `artist` defaults to the first setlist's. The reader throws `ImportStopped`. */
export function createSetlistfmReader(
  { artist, since }: { artist?: string | undefined; since?: string | undefined },
  handled: Handled,
) {
  let wanted = artist?.toLowerCase();
  const seen = new Set<string>();
  const inOrder = createDayOrder();
  return (text: string, where: string, goOn: string): SetlistfmPage => {
    const { setlist: all, ...of } = parseOrStop(page, parseJson(text, where, goOn), where, goOn);
    const setlists = all.map((one, index) => {
      countLooseTypes(one, handled, ['id']);
      return parseOrStop(setlist, one, `${where}, setlist ${index + 1}`, goOn);
    });
    const taken = setlists.flatMap((one, index) => {
      wanted ??= artistOf(one);
      const isTheirs = artistOf(one) === wanted;
      const isEarlier = since !== undefined && one.eventDate < since;
      // A show added during the import repeats a page's last show on the next page.
      const isRepeated = seen.has(one.id);
      seen.add(one.id);
      const place = { where: `${where}, setlist ${index + 1}`, goOn };
      if (isTheirs && !isEarlier && !isRepeated) return [toShow(one, handled, place)];
      handled.add(isRepeated ? 'repeatedRows' : isTheirs ? 'earlier' : 'otherArtists');
      return [];
    });
    const shows = inOrder(taken).map((show) => countShow(show, handled));
    const pages = Math.ceil(of.total / of.itemsPerPage);
    const lastDay = setlists.at(-1)?.eventDate;
    return { where, shows, page: of.page, pages, total: of.total, lastDay };
  };
}

/** The API does not order the shows of one day: this orders them by id, later pages last. */
function createDayOrder() {
  const byDate = new Map<string, ArchiveShow[]>();
  return (shows: readonly ArchiveShow[]): ArchiveShow[] => {
    const orders = new Map<string, number>();
    for (const show of shows.toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1))) {
      const ofDay = byDate.get(show.date) ?? [];
      orders.set(show.sourceId, ofDay.filter((one) => isSamePlace(one, show)).length);
      byDate.set(show.date, [...ofDay, show]);
    }
    return shows.map((show) => ({ ...show, order: orders.get(show.sourceId) ?? 0 }));
  };
}

function artistOf({ artist: { mbid, name } }: Setlist): string {
  return (mbid || name || '').toLowerCase();
}

function toShow(
  { venue, tour, sets, ...show }: Setlist,
  handled: Handled,
  place: StopContext,
): ArchiveShow {
  const text = (value: string | null | undefined, max: number) => storable(value, max, handled);
  const { city } = venue ?? {};
  const { songs, soundcheck } = arrangeSets(
    (sets?.set ?? []).map((set) => ({
      name: text(set.name?.trim().replace(/\s*:$/, ''), SET_LABEL_MAX),
      isEncore: Boolean(set.encore),
      songs: set.song.flatMap((one) => toSong(one, handled)),
    })),
    handled,
    place,
  );
  return {
    sourceId: show.id,
    url: webAddress(show.url, SOURCE_URL_MAX),
    date: show.eventDate,
    order: 0,
    time: null,
    timeZone: null,
    title: null,
    venue: text(venue?.name, SHOW_LENGTHS.venue),
    city: text(city?.name, SHOW_LENGTHS.city),
    // In other countries the state code is often a bare number.
    state: NAMES_STATES.has(city?.country?.code ?? '')
      ? text(city?.stateCode, SHOW_LENGTHS.state)
      : null,
    country: city?.country?.code === 'US' ? 'USA' : text(city?.country?.name, SHOW_LENGTHS.country),
    tour: text(tour?.name, SHOW_LENGTHS.tourName),
    notes: text(show.info, SHOW_TEXT_MAX),
    soundcheck,
    support: null,
    songs,
  };
}

const NAMES_STATES = new Set(['US', 'CA', 'AU']);

function toSong({ name, info, tape, cover, with: guest }: z.output<typeof song>, handled: Handled) {
  if (tape) {
    handled.add('tapes');
    return [];
  }
  const title = storable(name, SONG_LENGTHS.title, handled);
  const { segue, notes } = readInfo(info ?? '');
  const all = [notes, guest?.name && `with ${guest.name}`].filter(Boolean).join('; ');
  return [
    {
      key: title ?? '',
      title,
      isCover: Boolean(cover?.name),
      segue,
      notes: storable(all, NOTES_MAX, handled),
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
