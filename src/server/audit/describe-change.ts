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

/** Returns '“Ember” · Barn Night' or 'Ada Lamplight', for example. */
export function describeSubject(
  record: DescribableRecord,
  findTitle: (songId: string) => string | undefined,
): string | null {
  const { before, after, username } = record;
  const [oldSubject, newSubject] = [findSubject(record, before), findSubject(record, after)];
  const subject = { ...oldSubject, ...newSubject };
  const { thread, song, show } = toObject(before);
  const title = [toObject(song).title, toObject(thread).title, subject.title].find(isText);
  const songId = isText(subject.songId) ? subject.songId : undefined;
  const songName = songId && `“${findTitle(songId) ?? 'a song that was deleted'}”`;
  const showName = [record.showName, toObject(show).name, subject.name].find(isText);
  const names = [songName, title && `“${title}”`, showName, username].filter(isText);
  return names.length > 0 ? names.join(' · ') : formatExcerpt(subject.content);
}

/** Lists appear as their length. IDs and versions are omitted. */
export function describeChanges(record: DescribableRecord): AuditRecord['changes'] {
  const oldFields = listFields(findSubject(record, record.before));
  const newFields = listFields(findSubject(record, record.after));
  return [...new Set([...oldFields.keys(), ...newFields.keys()])]
    .map((label) => ({
      what: label,
      before: oldFields.get(label) ?? null,
      after: newFields.get(label) ?? null,
    }))
    .filter((change) => change.before !== change.after);
}

/** A setlist record contains every row it touched. */
function findSubject({ subjectId }: DescribableRecord, snapshot: unknown): Json {
  if (Array.isArray(snapshot))
    return snapshot.map(toObject).find(({ id }) => id === subjectId) ?? {};
  return toObject(snapshot);
}

function listFields(subject: Json, parentLabel = ''): Map<string, string> {
  const fields = Object.entries(subject).flatMap(([key, value]): [string, string][] => {
    const label = [parentLabel, formatLabel(key)].filter(Boolean).join(' ');
    if (IGNORED_FIELDS.test(key) || value === null || value === '') return [];
    if (Array.isArray(value)) return value.length > 0 ? [[label, String(value.length)]] : [];
    if (typeof value === 'object') return [...listFields(toObject(value), label)];
    return [[label, typeof value === 'boolean' ? (value ? 'yes' : 'no') : truncate(String(value))]];
  });
  return new Map(fields);
}

const IGNORED_FIELDS = /^id$|Id$|Key$|[vV]ersion$|^(created|updated)At$|^trace$/;

function formatLabel(key: string): string {
  return key
    .replace(/^is(?=[A-Z])/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}

const MAX_LENGTH = 200;

function truncate(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

function formatExcerpt(text: unknown): string | null {
  return isText(text) ? `“${truncate(text).slice(0, 80)}”` : null;
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
