import { isVisible } from '#contract/text.ts';
import { ImportStopped } from './import-stopped.ts';

/** The format that every reader produces. */
export interface ArchiveShow {
  sourceId: string;
  url: string | null;
  /** The venue's calendar day, '2025-04-27'. */
  date: string;
  /** 0 for the first show of a day at a place. */
  order: number;
  /** 'HH:MM' in `timeZone`, an IANA zone. */
  time: string | null;
  timeZone: string | null;
  title: string | null;
  venue: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  tour: string | null;
  notes: string | null;
  soundcheck: string | null;
  support: string | null;
  songs: ArchiveSong[];
}

export interface ArchiveSong {
  /** The archive's id, or the title if there is none. */
  key: string;
  /** Null if the archive does not know the song. */
  title: string | null;
  isCover: boolean;
  setLabel: string | null;
  isCloser: boolean;
  segue: boolean;
  notes: string | null;
}

/** `where` is for messages: 'page 7 of 12', 'shows.jsonl, show 101 of 240'. */
export interface ArchivePage {
  where: string;
  shows: ArchiveShow[];
  total?: number;
}

/** For `ImportStopped`: where reading failed and how to continue. */
export interface StopContext {
  where: string;
  goOn: string;
}

export interface Archive {
  /** 'setlist.fm', 'songfish:kglw.net' or 'shows'. */
  source: string;
  pages: AsyncIterable<ArchivePage> | Iterable<ArchivePage>;
  /** Complete only after all pages are read. */
  handled: Handled;
  close?: () => void;
}

/** Labels in the summary: what a reader found and what it did with it. */
export const DECISION_LABELS = {
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

export type HandledKey = keyof typeof DECISION_LABELS;

export class Handled {
  readonly counts: Partial<Record<HandledKey, number>> = {};

  add(key: HandledKey, times = 1): void {
    if (times > 0) this.counts[key] = (this.counts[key] ?? 0) + times;
  }
}

/** Every reader must call it last, on the complete show. */
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

/** Drops what PostgreSQL rejects, cuts at `max` UTF-16 units. Null if nothing visible remains. */
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

/** False for dates that don't exist, such as '2025-02-30'. */
export function isDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(+at) && at.toISOString().startsWith(date);
}

export function parseJson(text: string, where: string, goOn: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const beginning = text.trim().slice(0, 60).replaceAll(/\s+/g, ' ');
    const what = beginning ? `this is no JSON: “${beginning}…”` : 'this is empty';
    throw new ImportStopped(where, what, goOn);
  }
}
