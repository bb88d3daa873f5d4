import { isVisible } from '#contract/text.ts';
import { ImportStopped } from './import-stopped.ts';

/** A show as an archive has it, whichever archive that is. */
export interface ArchiveShow {
  /** The archive's own id: by it a second import knows the show. */
  sourceId: string;
  /** Where the archive shows it. */
  url: string | null;
  /** The venue's calendar day, '2025-04-27'. */
  date: string;
  /** 0 for the first show of a day at a place. */
  order: number;
  /** 'HH:MM', and the IANA zone of it, where the archive knows them. */
  time: string | null;
  timeZone: string | null;
  /** What the night is called, where that is not its venue's name. */
  title: string | null;
  venue: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  tour: string | null;
  notes: string | null;
  soundcheck: string | null;
  support: string | null;
  /** What was performed, in order. */
  songs: ArchiveSong[];
}

export interface ArchiveSong {
  /** The archive's own id of the song, or its title where it has none. */
  key: string;
  /** Null where the archive does not know which song it was. */
  title: string | null;
  isCover: boolean;
  setLabel: string | null;
  isCloser: boolean;
  segue: boolean;
  notes: string | null;
}

/** Some shows that came together, and where they stand: 'page 7', 'shows.jsonl, from line 101'. */
export interface ArchivePage {
  where: string;
  shows: ArchiveShow[];
  /** How many shows all pages have together, where that is known. */
  total?: number;
}

/** Where an archive is being read, and what its reader can do where that fails. */
export interface Place {
  where: string;
  goOn: string;
}

export interface Archive {
  /** What shows of it are kept under: 'setlist.fm', 'songfish:kglw.net', 'shows'. */
  source: string;
  pages: AsyncIterable<ArchivePage> | Iterable<ArchivePage>;
  /** Filled while the pages are read. */
  handled: Handled;
  /** Ends the reading of pages that are not wanted any more. */
  close?: () => void;
}

/** What an archive has that needs a decision, with what was decided, as the summary tells it. */
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

/** Counts what was handled. */
export class Handled {
  readonly counts: Partial<Record<HandledKey, number>> = {};

  add(key: HandledKey, times = 1): void {
    if (times > 0) this.counts[key] = (this.counts[key] ?? 0) + times;
  }
}

/** Counts what a show as a whole needs; every reader ends with it. */
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

/** Text as it can be stored: without what PostgreSQL refuses, at most so long; null where nothing is seen. */
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

/** Notes as a page shows them: an editor's markup becomes the text that it stands for. */
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

/** Whether '2025-02-30' is a day at all. */
export function isDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(+at) && at.toISOString().startsWith(date);
}

/** Reads JSON; throws where it is none, with the beginning of what is there instead. */
export function parseJson(text: string, where: string, goOn: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const beginning = text.trim().slice(0, 60).replaceAll(/\s+/g, ' ');
    const what = beginning ? `this is no JSON: “${beginning}…”` : 'this is empty';
    throw new ImportStopped(where, what, goOn);
  }
}
