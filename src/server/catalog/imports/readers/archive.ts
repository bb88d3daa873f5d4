import { isVisible } from '#contract/text.ts';
import { ImportStoppedError } from './import-stopped-error.ts';

export interface ArchiveShow {
  sourceId: string;
  url: string | null;
  /** The venue's calendar day, '2025-04-27'. */
  date: string;
  /** 0 for the first show of the day at its venue. */
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
  /** The archive's ID, or the title if there is none. */
  key: string;
  /** Null if the archive does not know the song. */
  title: string | null;
  isCover: boolean;
  setLabel: string | null;
  isCloser: boolean;
  segue: boolean;
  notes: string | null;
}

/** `location` is for messages: 'page 7 of 12', 'shows.jsonl, show 101 of 240'. */
export interface ArchivePage {
  location: string;
  shows: ArchiveShow[];
  total?: number;
}

/** Tells an `ImportStoppedError` where reading failed and how to continue. */
export interface ErrorContext {
  location: string;
  nextStep: string;
}

export interface Archive {
  /** 'setlist.fm', 'songfish:kglw.net' or 'shows'. */
  source: string;
  pages: AsyncIterable<ArchivePage> | Iterable<ArchivePage>;
  /** Complete only after all pages are read. */
  importCounts: ImportCounts;
  close?: () => void;
}

export const IMPORT_COUNT_LABELS = {
  tapes: 'Songs played from tape, skipped',
  unknownSongs: 'Unknown songs, positions left empty',
  earlier: 'Shows before the chosen year, skipped',
  otherArtists: 'Shows by other artists, skipped',
  encoresByName: 'Encores recognized by the set name',
  encoresByLength: 'Encores recognized by a short last set',
  soundchecks: 'Soundchecks, stored separately',
  segues: 'Segues',
  songNotes: 'Songs with notes',
  showNotes: 'Shows with notes',
  reprises: 'Reprises',
  repeated: 'Songs repeated within a show',
  support: 'Support acts',
  longSetlists: 'Shows with more than 24 songs',
  secondOnDay: 'Second shows on the same day',
  withoutSongs: 'Shows without a setlist',
  withoutVenue: 'Shows without a venue',
  withoutCity: 'Shows without a city',
  numericIds: 'Entries with numeric IDs',
  textNumbers: 'Numbers sent as text',
  repeatedRows: 'Duplicate rows, skipped',
  unreadable: 'Unreadable footnotes, kept as they are',
  shortened: 'Long text, shortened',
} as const;

export type ImportCountKey = keyof typeof IMPORT_COUNT_LABELS;

export class ImportCounts {
  readonly byKey: Partial<Record<ImportCountKey, number>> = {};

  add(key: ImportCountKey, times = 1): void {
    if (times > 0) this.byKey[key] = (this.byKey[key] ?? 0) + times;
  }
}

/** Every reader must call this for each show that it returns. */
export function countShow(show: ArchiveShow, importCounts: ImportCounts): void {
  const countIf = (key: ImportCountKey, applies: boolean) => importCounts.add(key, Number(applies));
  countIf('showNotes', show.notes !== null);
  countIf('soundchecks', show.soundcheck !== null);
  countIf('support', show.support !== null);
  countIf('longSetlists', show.songs.length > 24);
  countIf('secondOnDay', show.order > 0);
  countIf('withoutSongs', show.songs.length === 0);
  countIf('withoutVenue', show.venue === null);
  countIf('withoutCity', show.city === null);
}

/** Drops unstorable characters and truncates to `max` UTF-16 units. Null for invisible text. */
export function toStorableText(
  text: string | null | undefined,
  max: number,
  importCounts: ImportCounts,
): string | null {
  const clean = (text ?? '')
    .replaceAll('\0', '')
    .replaceAll(/\p{Cs}/gu, '')
    .trim();
  if (!isVisible(clean)) return null;
  if (clean.length <= max) return clean;
  importCounts.add('shortened');
  return `${clean
    .slice(0, max - 1)
    .replace(/\p{Cs}$/u, '')
    .trimEnd()}…`;
}

export function stripHtml(html: string | null | undefined): string | null {
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

/** Returns false for dates that don't exist, such as '2025-02-30'. */
export function isCalendarDate(date: string): boolean {
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(+instant) && instant.toISOString().startsWith(date);
}

export function parseJson(text: string, location: string, nextStep: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const excerpt = text.trim().slice(0, 60).replaceAll(/\s+/g, ' ');
    const reason = excerpt ? `this is not JSON: “${excerpt}…”` : 'this is empty';
    throw new ImportStoppedError(location, reason, nextStep);
  }
}
