import type { AuditRecord } from '#contract/audit.ts';

type Json = Record<string, unknown>;

/** What a record tells of, and the names that are known of it now. */
export interface Recorded {
  subjectId: string | null;
  before: unknown;
  after: unknown;
  /** Of its show and its user; null where they are gone, or never were. */
  showName: string | null;
  username: string | null;
}

/** By its name: '“Ember” · Barn Night', 'Ada Lamplight'. `titleOf` knows songs by their ids. */
export function describeSubject(
  record: Recorded,
  titleOf: (songId: string) => string | undefined,
): string | null {
  const { before, after, username } = record;
  const [was, is] = [subjectOf(record, before), subjectOf(record, after)];
  const thing = { ...was, ...is };
  const { thread, song, show } = asThing(before);
  const title = [asThing(song).title, asThing(thread).title, thing.title].find(isText);
  const songId = isText(thing.songId) ? thing.songId : undefined;
  const ofSong = songId && `“${titleOf(songId) ?? 'a song that was deleted'}”`;
  const ofShow = [record.showName, asThing(show).name, thing.name].find(isText);
  const named = [ofSong, title && `“${title}”`, ofShow, username].filter(isText);
  return named.length > 0 ? named.join(' · ') : excerptOf(thing.content);
}

/** What differs, field by field. Lists are told by their length, ids and counters of versions not at all. */
export function describeChanges(record: Recorded): AuditRecord['changes'] {
  const was = fieldsOf(subjectOf(record, record.before));
  const is = fieldsOf(subjectOf(record, record.after));
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((what) => ({ what, before: was.get(what) ?? null, after: is.get(what) ?? null }))
    .filter((one) => one.before !== one.after);
}

/** A setlist's record has all rows that it touched: here it is of the one that it is about. */
function subjectOf({ subjectId }: Recorded, told: unknown): Json {
  if (Array.isArray(told)) return told.map(asThing).find(({ id }) => id === subjectId) ?? {};
  return asThing(told);
}

function fieldsOf(thing: Json, within = ''): Map<string, string> {
  const fields = Object.entries(thing).flatMap(([key, value]): [string, string][] => {
    const what = [within, wordsOf(key)].filter(Boolean).join(' ');
    if (SAYS_LITTLE.test(key) || value === null || value === '') return [];
    if (Array.isArray(value)) return value.length > 0 ? [[what, String(value.length)]] : [];
    if (typeof value === 'object') return [...fieldsOf(asThing(value), what)];
    return [[what, typeof value === 'boolean' ? (value ? 'yes' : 'no') : shortened(String(value))]];
  });
  return new Map(fields);
}

const SAYS_LITTLE = /^id$|Id$|Key$|[vV]ersion$|^(created|updated)At$|^trace$/;

/** 'isCloser' is 'closer', 'tourName' 'tour name'. */
function wordsOf(key: string): string {
  return key
    .replace(/^is(?=[A-Z])/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}

const LONGEST = 200;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function excerptOf(text: unknown): string | null {
  return isText(text) ? `“${shortened(text).slice(0, 80)}”` : null;
}

function asThing(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
