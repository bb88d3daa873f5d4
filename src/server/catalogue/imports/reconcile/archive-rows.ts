import { createHash } from 'node:crypto';
import { DEFAULT_CATEGORY } from '#contract/songs.ts';
import { IDENTITY_KEY_MAX } from '#contract/text.ts';
import type { ArchiveDetails } from '../../archive-details.ts';
import type { CatalogueEntry, CatalogueShow, CatalogueSong } from '../../catalogue-show.ts';
import { cachedIdentityKey } from '../../song-index.ts';
import type { ArchiveShow, ArchiveSong } from '../readers/archive.ts';
import { detailsOf } from '../readers/details.ts';
import { isOver, type Start } from '../readers/show-start.ts';
import { countUnknown } from './unknown-songs.ts';

/** An archive's show with what the catalogue stores of it. It has no setlist until it is over. */
export interface Incoming {
  show: ArchiveShow;
  details: ArchiveDetails;
  setlistHash: string;
  setlist: CatalogueEntry[];
  start: Start;
}

export function incomingOf(source: string, show: ArchiveShow, start: Start): Incoming {
  const { songs } = show;
  const setlist = entriesOf(source, songs);
  return { show, start, setlist, setlistHash: hashOfSetlist(songs), details: detailsOf(show) };
}

/** Prefix of archives' import keys. Only songs with it get a computed rarity. */
export const ARCHIVE_KEY = 'archive:';

export function newShowOf(source: string, incoming: Incoming, now: number): CatalogueShow {
  const { show, setlist } = incoming;
  const { name, venue, city, state, country, tourName } = incoming.details;
  const { date, timeZone } = incoming.start;
  const unknownSongs = countUnknown(show.songs);
  return {
    ...{ name, venue, city, state, country, tourName, date, timeZone, setlist },
    importKey: `${ARCHIVE_KEY}${source}:${show.sourceId}`,
    status: isOver(date, now) ? 'closed' : 'open',
    sources: [{ ...sourceRow(source, incoming), unknownSongs }],
  };
}

/** A row of `imported_shows`. */
export function sourceRow(
  source: string,
  { show, details, setlistHash }: Pick<Incoming, 'show' | 'details' | 'setlistHash'>,
) {
  const { sourceId, url, notes, soundcheck, support } = show;
  return { source, sourceId, details, setlistHash, url, notes, soundcheck, support };
}

/** Unnamed songs leave gaps. */
export function entriesOf(source: string, songs: readonly ArchiveSong[]): CatalogueEntry[] {
  return songs.flatMap(({ key, title, isCover, ...entry }, index) => {
    if (title === null) return [];
    return [{ ...entry, song: songOf(source, { key, title, isCover }), position: index + 1 }];
  });
}

const COVERS = 'cover';

function songOf(
  source: string,
  { key, title, isCover }: { key: string; title: string; isCover: boolean },
): CatalogueSong {
  const category = isCover ? COVERS : DEFAULT_CATEGORY;
  return { importKey: songKeyOf(source, key), title: fitting(title), category };
}

/** NFKC can expand one character to many, and PostgreSQL limits the size of index entries. */
function fitting(title: string): string {
  return cachedIdentityKey(title).length <= IDENTITY_KEY_MAX ? title : title.slice(0, 40);
}

/** The prefix and a title of full length would exceed the column. */
function songKeyOf(source: string, key: string): string {
  const plain = cachedIdentityKey(key);
  const isShort = key.length <= 100 && plain.length <= 100;
  return `${ARCHIVE_KEY}${source}:${isShort ? plain : hashOf(key)}`;
}

export function hashOfSetlist(songs: readonly ArchiveSong[]): string {
  return hashOf(JSON.stringify(songs));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
