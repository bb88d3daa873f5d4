import { DAY } from '#contract/durations.ts';
export interface UpcomingShow {
  /** The venue's calendar day, 'YYYY-MM-DD'. */
  date: string;
  venue: string | null;
  city: string | null;
  state: string | null;
}

/** Songs are identified by any stable name or ID. */
export interface PlayedShow extends UpcomingShow {
  songs: PlayedSong[];
}

export interface PlayedSong {
  song: string;
  isCloser: boolean;
}

/** Returns days since 1970. Dates such as '1966-00-00' count as January 1. */
export function toDayNumber(date: string): number {
  const timestamp = Date.parse(date);
  return Math.floor(
    (Number.isNaN(timestamp) ? Date.parse(`${date.slice(0, 4)}-01-01`) : timestamp) / DAY,
  );
}

export function listDistinctSongs({ songs }: PlayedShow): string[] {
  return [...new Set(songs.map(({ song }) => song))];
}
