import { useMemo } from 'react';
import type { Song } from '#contract/songs.ts';

type TitledSong = Pick<Song, 'id' | 'title'>;

/** A prediction may contain a song that the cached list doesn't have. */
export function useTitles(
  songs: readonly TitledSong[],
  submittedSongs: readonly TitledSong[] = NO_SONGS,
): ReadonlyMap<string, string> {
  return useMemo(
    () => new Map([...submittedSongs, ...songs].map(({ id, title }) => [id, title])),
    [songs, submittedSongs],
  );
}

const NO_SONGS: readonly TitledSong[] = [];
