import { createHash } from 'node:crypto';
import { DEFAULT_CATEGORY } from '#contract/songs.ts';
import { IDENTITY_KEY_MAX } from '#contract/text.ts';
import type { ArchiveDetails } from '../../archive-details.ts';
import type { CatalogEntry, CatalogShow, CatalogSong } from '../../catalog-show.ts';
import { getIdentityKey } from '../../song-index.ts';
import type { ArchiveShow, ArchiveSong } from '../readers/archive.ts';
import { toDetails } from '../readers/details.ts';
import { isOver, type Start } from '../readers/show-start.ts';
import { countUnknown } from './unknown-songs.ts';

/** A show with the fields that the catalog stores. The setlist is empty until the show is over. */
export interface IncomingShow {
  show: ArchiveShow;
  details: ArchiveDetails;
  setlistHash: string;
  setlist: CatalogEntry[];
  start: Start;
}

export function toIncomingShow(source: string, show: ArchiveShow, start: Start): IncomingShow {
  const { songs } = show;
  const setlist = toEntries(source, songs);
  return { show, start, setlist, setlistHash: hashSetlist(songs), details: toDetails(show) };
}

/** Prefix of an archive's import keys. Only songs with such a key get a computed rarity. */
export const ARCHIVE_KEY_PREFIX = 'archive:';

export function toCatalogShow(source: string, incoming: IncomingShow, now: number): CatalogShow {
  const { show, setlist } = incoming;
  const { name, venue, city, state, country, tourName } = incoming.details;
  const { date, timeZone } = incoming.start;
  const unknownSongs = countUnknown(show.songs);
  return {
    ...{ name, venue, city, state, country, tourName, date, timeZone, setlist },
    importKey: `${ARCHIVE_KEY_PREFIX}${source}:${show.sourceId}`,
    status: isOver(date, now) ? 'closed' : 'open',
    sources: [{ ...toSourceRow(source, incoming), unknownSongs }],
  };
}

export function toSourceRow(
  source: string,
  { show, details, setlistHash }: Pick<IncomingShow, 'show' | 'details' | 'setlistHash'>,
) {
  const { sourceId, url, notes, soundcheck, support } = show;
  return { source, sourceId, details, setlistHash, url, notes, soundcheck, support };
}

/** Skips unnamed songs, so their positions stay empty. */
export function toEntries(source: string, songs: readonly ArchiveSong[]): CatalogEntry[] {
  return songs.flatMap(({ key, title, isCover, ...entry }, index) => {
    if (title === null) return [];
    return [
      { ...entry, song: toCatalogSong(source, { key, title, isCover }), position: index + 1 },
    ];
  });
}

const COVER_CATEGORY = 'cover';

function toCatalogSong(
  source: string,
  { key, title, isCover }: { key: string; title: string; isCover: boolean },
): CatalogSong {
  const category = isCover ? COVER_CATEGORY : DEFAULT_CATEGORY;
  return { importKey: buildSongKey(source, key), title: truncateTitle(title), category };
}

/** NFKC can expand one character to many, and PostgreSQL limits the size of index entries. */
function truncateTitle(title: string): string {
  return getIdentityKey(title).length <= IDENTITY_KEY_MAX ? title : title.slice(0, 40);
}

/** Hashes a long key, because the prefix and the key together must fit the column. */
function buildSongKey(source: string, key: string): string {
  const identity = getIdentityKey(key);
  const isShort = key.length <= 100 && identity.length <= 100;
  return `${ARCHIVE_KEY_PREFIX}${source}:${isShort ? identity : sha256(key)}`;
}

export function hashSetlist(songs: readonly ArchiveSong[]): string {
  return sha256(JSON.stringify(songs));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
