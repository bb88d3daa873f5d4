import { isVisible } from '#contract/text.ts';
import { ImportStopped } from './import-stopped.ts';

/** A show in the common format of all archives. */
export interface ArchiveShow {
  /** The archive's id of the show, by which later imports recognize it. */
  sourceId: string;
  /** The show's page on the archive's site. */
  url: string | null;
  /** The venue's calendar day, '2025-04-27'. */
  date: string;
  /** 0 for the first show of a day at a place. */
  order: number;
  /** 'HH:MM' in `timeZone`, an IANA zone. Null if the archive has none. */
  time: string | null;
  timeZone: string | null;
  /** The show's name, if it differs from the venue's. */
  title: string | null;
  venue: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  tour: string | null;
  notes: string | null;
  soundcheck: string | null;
  support: string | null;
  /** In performance order. */
  songs: ArchiveSong[];
}

export interface ArchiveSong {
  /** The archive's id of the song, or its title if the song has no id. */
  key: string;
  /** Null if the archive does not know the song. */
  title: string | null;
  isCover: boolean;
  setLabel: string | null;
  isCloser: boolean;
  segue: boolean;
  notes: string | null;
}

/** A batch of shows. `where` locates it: 'page 7', 'shows.jsonl, from line 101'. */
export interface ArchivePage {
  where: string;
  shows: ArchiveShow[];
  /** The number of shows on all pages, if known. */
  total?: number;
}

/** The position in an archive, and the advice to show when reading fails there. */
export interface Place {
  where: string;
  goOn: string;
}

export interface Archive {
  /** Stored with its shows: 'setlist.fm', 'songfish:kglw.net', 'shows'. */
  source: string;
  pages: AsyncIterable<ArchivePage> | Iterable<ArchivePage>;
  /** Complete only after all pages are read. */
  handled: Handled;
  /** Stops reading. */
  close?: () => void;
}

/** Summary labels for archive content that needed a decision, with the decision. */
export const HANDLED = {
  tapes: 'Played from tape, left out',
  unknownSongs: 'Unknown songs, their places left empty',
  earlier: 'Shows before the year that was named, left out',
  otherArtists: 'Shows of another artist, left out',
  encoresByName: "Encores known by their set's name alone",
  encoresByLength: 'Encores known by a short last set alone',
  soundchecks: 'Soundchecks, kept apart',
  segues: 'Segues',
  songNotes: 'Songs with notes',
  showNotes: 'Shows with notes',
  reprises: 'Reprises',
  repeated: 'Songs played again in one show',
  support: 'Support acts, which are no openers',
  longSetlists: 'Shows of more than 24 songs',
  secondOnDay: 'Second shows of a day',
  withoutSongs: 'Shows without a setlist',
  withoutVenue: 'Shows without a venue',
  withoutCity: 'Shows without a city',
  numericIds: 'Entries whose ids are numbers',
  textNumbers: 'Numbers that came as text',
  repeatedRows: 'Rows that came twice, taken once',
  unreadable: 'Footnotes that could not be read, kept as they are',
  shortened: 'Texts that were too long, shortened',
} as const;

export type HandledKey = keyof typeof HANDLED;

export class Handled {
  readonly counts: Partial<Record<HandledKey, number>> = {};

  add(key: HandledKey, times = 1): void {
    if (times > 0) this.counts[key] = (this.counts[key] ?? 0) + times;
  }
}

/** Counts the properties of a whole show. Every reader must call it last. */
export function countShow(show: ArchiveShow, handled: Handled): ArchiveShow {
  const is = (key: HandledKey, holds: boolean) => handled.add(key, Number(holds));
  is('showNotes', show.notes !== null);
  is('soundchecks', show.soundcheck !== null);
  is('support', show.support !== null);
  is('longSetlists', show.songs.length > 24);
  is('secondOnDay', show.order > 0);
  is('withoutSongs', show.songs.length === 0);
  is('withoutVenue', show.venue === null);
  is('withoutCity', show.city === null);
  return show;
}

/**
 * Removes characters that PostgreSQL rejects and shortens the text to `max` UTF-16 units. Returns null if
 * nothing visible remains.
 */
export function storable(
  text: string | null | undefined,
  max: number,
  handled: Handled,
): string | null {
  const clean = (text ?? '')
    .replaceAll('\0', '')
    .replaceAll(/\p{Cs}/gu, '')
    .trim();
  if (!isVisible(clean)) return null;
  if (clean.length <= max) return clean;
  handled.add('shortened');
  return `${clean
    .slice(0, max - 1)
    .replace(/\p{Cs}$/u, '')
    .trimEnd()}…`;
}

/** Converts the HTML of an archive's notes to plain text. */
export function plainText(html: string | null | undefined): string | null {
  if (!html) return null;
  return html
    .replaceAll(/<br\s*\/?>|<\/p>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#0?39|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll('\r\n', '\n')
    .trim();
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
  apos: "'",
};

/** Rejects days that are not in the calendar, such as '2025-02-30'. */
export function isDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(+at) && at.toISOString().startsWith(date);
}

/** Throws `ImportStopped` with the beginning of the text if it is not JSON. */
export function parseJson(text: string, where: string, goOn: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const beginning = text.trim().slice(0, 60).replaceAll(/\s+/g, ' ');
    const what = beginning ? `this is no JSON: “${beginning}…”` : 'this is empty';
    throw new ImportStopped(where, what, goOn);
  }
}
