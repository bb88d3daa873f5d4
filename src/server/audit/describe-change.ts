import type { AuditRecord } from '#contract/audit.ts';

type Json = Record<string, unknown>;

export interface DescribableRecord {
  subjectId: string | null;
  before: unknown;
  after: unknown;
  /** Null if the show or user was deleted or never set. */
  showName: string | null;
  username: string | null;
}

/** For example '“Ember” · Barn Night' or 'Ada Lamplight'. */
export function describeSubject(
  record: DescribableRecord,
  titleOf: (songId: string) => string | undefined,
): string | null {
  const { before, after, username } = record;
  const [old, current] = [subjectOf(record, before), subjectOf(record, after)];
  const thing = { ...old, ...current };
  const { thread, song, show } = toObject(before);
  const title = [toObject(song).title, toObject(thread).title, thing.title].find(isText);
  const songId = isText(thing.songId) ? thing.songId : undefined;
  const songName = songId && `“${titleOf(songId) ?? 'a song that was deleted'}”`;
  const showName = [record.showName, toObject(show).name, thing.name].find(isText);
  const names = [songName, title && `“${title}”`, showName, username].filter(isText);
  return names.length > 0 ? names.join(' · ') : excerptOf(thing.content);
}

/** Lists appear as their length; ids and versions are left out. */
export function describeChanges(record: DescribableRecord): AuditRecord['changes'] {
  const oldFields = fieldsOf(subjectOf(record, record.before));
  const newFields = fieldsOf(subjectOf(record, record.after));
  return [...new Set([...oldFields.keys(), ...newFields.keys()])]
    .map((what) => ({
      what,
      before: oldFields.get(what) ?? null,
      after: newFields.get(what) ?? null,
    }))
    .filter((change) => change.before !== change.after);
}

/** A setlist record contains every row it touched. */
function subjectOf({ subjectId }: DescribableRecord, recorded: unknown): Json {
  if (Array.isArray(recorded))
    return recorded.map(toObject).find(({ id }) => id === subjectId) ?? {};
  return toObject(recorded);
}

function fieldsOf(thing: Json, within = ''): Map<string, string> {
  const fields = Object.entries(thing).flatMap(([key, value]): [string, string][] => {
    const what = [within, wordsOf(key)].filter(Boolean).join(' ');
    if (IGNORED_FIELDS.test(key) || value === null || value === '') return [];
    if (Array.isArray(value)) return value.length > 0 ? [[what, String(value.length)]] : [];
    if (typeof value === 'object') return [...fieldsOf(toObject(value), what)];
    return [[what, typeof value === 'boolean' ? (value ? 'yes' : 'no') : truncated(String(value))]];
  });
  return new Map(fields);
}

const IGNORED_FIELDS = /^id$|Id$|Key$|[vV]ersion$|^(created|updated)At$|^trace$/;

/** 'isCloser' becomes 'closer', 'tourName' becomes 'tour name'. */
function wordsOf(key: string): string {
  return key
    .replace(/^is(?=[A-Z])/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}

const MAX_LENGTH = 200;

function truncated(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

function excerptOf(text: unknown): string | null {
  return isText(text) ? `“${truncated(text).slice(0, 80)}”` : null;
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
