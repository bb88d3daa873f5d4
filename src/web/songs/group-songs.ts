import type { Song } from '#contract/songs.ts';
import { formatInZone } from '#contract/venue-time.ts';
import type { SongSort } from './find-songs.ts';

export interface SongGroup {
  /** A letter, '#' for other characters, a year, 'Never', or '' for a list without groups. */
  title: string;
  songs: Song[];
}

/** Keeps the order of the songs, so that the groups follow the sort. */
export function groupSongs(songs: readonly Song[], sort: SongSort, timeZone: string): SongGroup[] {
  const groups = new Map<string, SongGroup>();
  for (const song of songs) {
    const title = getGroupTitle(song, sort, timeZone);
    const group = groups.get(title);
    if (group) group.songs.push(song);
    else groups.set(title, { title, songs: [song] });
  }
  return [...groups.values()];
}

function getGroupTitle({ title, lastPlayed }: Song, sort: SongSort, timeZone: string): string {
  switch (sort) {
    case 'title':
      return getFirstLetter(title);
    case 'lastPlayed':
      return lastPlayed ? formatInZone(lastPlayed, timeZone, 'year') : 'Never';
    case 'timesPlayed':
      return '';
  }
}

/** Ignores accents: 'É' is grouped under 'E'. */
function getFirstLetter(title: string): string {
  const letter = title.normalize('NFD').charAt(0).toUpperCase();
  return /\p{L}/u.test(letter) ? letter : '#';
}
