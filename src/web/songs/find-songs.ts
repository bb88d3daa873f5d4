import { RARITIES, type Rarity, type Song } from '#contract/songs.ts';
import { searchIndex } from '#web/ui/form/search-index.ts';
import type { SortDirection } from '#web/ui/list/sort-header.tsx';

export const SORTS = ['title', 'timesPlayed', 'lastPlayed'] as const;
export type SongSort = (typeof SORTS)[number];

export interface SongFilters {
  text: string;
  rarity: Rarity | 'all';
  sort: SongSort;
  direction: SortDirection;
}

/** Expects songs sorted by title, so that ties stay in title order. */
export function findSongs(
  songs: readonly Song[],
  filters: SongFilters,
  search = createSongSearch(songs),
): Song[] {
  const { text, rarity, sort, direction } = filters;
  const textMatches = new Set(search(text));
  const matches = songs.filter(
    (song) => textMatches.has(song) && (rarity === 'all' || song.rarity === rarity),
  );
  if (sort === 'title') return direction === 'ascending' ? matches : matches.reverse();
  const sign = direction === 'ascending' ? 1 : -1;
  return matches.sort((a, b) => compare(a[sort], b[sort], sign));
}

/** Build the index once per list of songs. */
export function createSongSearch(songs: readonly Song[]): (text: string) => Song[] {
  return searchIndex(songs, ({ title, album }) => ({ label: title, detail: album }));
}

export function getDefaultDirection(sort: SongSort): SortDirection {
  return sort === 'title' ? 'ascending' : 'descending';
}

/** Replaces missing and invalid values with the defaults. */
export function parseFilters(search: URLSearchParams): SongFilters {
  const sort = SORTS.find((candidate) => candidate === search.get('sort')) ?? 'title';
  const order = search.get('order');
  return {
    text: search.get('q') ?? '',
    rarity: RARITIES.find((candidate) => candidate === search.get('rarity')) ?? 'all',
    sort,
    direction: order === 'ascending' || order === 'descending' ? order : getDefaultDirection(sort),
  };
}

export function withFilters(current: URLSearchParams, filters: SongFilters): URLSearchParams {
  const { text, rarity, sort, direction } = filters;
  const next = new URLSearchParams(current);
  const set = (name: string, value: string, isDefault: boolean) => {
    next.delete(name);
    if (!isDefault) next.set(name, value);
  };
  set('q', text, text === '');
  set('rarity', rarity, rarity === 'all');
  set('sort', sort, sort === 'title');
  set('order', direction, direction === getDefaultDirection(sort));
  return next;
}

/** Unplayed songs come last in both directions. ISO timestamps compare as text. */
function compare<T extends string | number>(a: T | null, b: T | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a === b ? 0 : a < b ? -sign : sign;
}
