/** What is known of a show before it begins. */
export interface UpcomingShow {
  /** The venue's calendar day, 'YYYY-MM-DD'. */
  date: string;
  venue: string | null;
  city: string | null;
  state: string | null;
}

/** A show that was played: its songs in order, each by whatever names it once and for all. */
export interface PlayedShow extends UpcomingShow {
  songs: PlayedSong[];
}

export interface PlayedSong {
  song: string;
  isCloser: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days since 1970; old archives have dates such as '1966-00-00', which count as the year's first. */
export function dayOf(date: string): number {
  const moment = Date.parse(date);
  return Math.floor(
    (Number.isNaN(moment) ? Date.parse(`${date.slice(0, 4)}-01-01`) : moment) / DAY_MS,
  );
}

/** Each song once, in the order in which they were first played. */
export function songsOf({ songs }: PlayedShow): string[] {
  return [...new Set(songs.map(({ song }) => song))];
}
