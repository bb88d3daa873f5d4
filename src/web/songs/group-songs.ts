import type { Song } from '#contract/songs.ts';
import { formatInZone } from '#contract/venue-time.ts';
import { type Group, getFirstLetter, groupItems } from '#web/ui/list/group-items.ts';
import type { SongSort } from './find-songs.ts';

/** Its title is a letter, '#' for other characters, a year, or 'Never'; empty without groups. */
export type SongGroup = Group<Song>;

/** Keeps the order of the songs, so that the groups follow the sort. */
export function groupSongs(songs: readonly Song[], sort: SongSort, timeZone: string): SongGroup[] {
  return groupItems(songs, (song) => getGroupTitle(song, sort, timeZone));
}

export function buildGroupId(title: string): string {
  return `songs-${title}`;
}

export function findGroup(title: string): HTMLElement | null {
  return document.getElementById(buildGroupId(title));
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
