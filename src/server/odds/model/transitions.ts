import type { PlayedSong } from './played-shows.ts';

/** How often a song followed another, and another after two; lately above all. Plain data. */
export interface Transitions {
  shows: number;
  /** By what came before: one song, or two joined by a line's end; '' is a show's beginning. */
  after: Map<string, { all: number; songs: Map<string, number> }>;
}

/** After so many shows it counts half. */
const HALF_LIFE = 100;

export function emptyTransitions(): Transitions {
  return { shows: 0, after: new Map() };
}

export function recordTransitions(followers: Transitions, songs: readonly PlayedSong[]): void {
  followers.shows += 1;
  const worth = worthNow(followers);
  const before: string[] = [];
  for (const { song } of songs) {
    for (const context of contextsOf(before)) {
      const counts = followers.after.get(context) ?? { all: 0, songs: new Map() };
      followers.after.set(context, counts);
      counts.all += worth;
      counts.songs.set(song, (counts.songs.get(song) ?? 0) + worth);
    }
    before.push(song);
  }
}

/**
 * The share of that song among what followed these: where little is known of the last two, that of
 * the last one; where little is known of it, `otherwise`.
 */
export function shareAfter(
  followers: Transitions,
  before: readonly string[],
  doubt: number,
): (song: string, otherwise: number) => { afterOne: number; afterTwo: number } {
  const [one, two] = contextsOf(before).map((context) => followers.after.get(context));
  const doubted = doubt * worthNow(followers);
  const share = (counts: typeof one, song: string, otherwise: number) =>
    ((counts?.songs.get(song) ?? 0) + doubted * otherwise) / ((counts?.all ?? 0) + doubted);
  return (song, otherwise) => {
    const afterOne = share(one, song, otherwise);
    return { afterOne, afterTwo: share(two, song, afterOne) };
  };
}

/** Each show counts for a little more than the one before, which is the same as letting old ones fade. */
function worthNow({ shows }: Transitions): number {
  return 2 ** (shows / HALF_LIFE);
}

function contextsOf(before: readonly string[]): [string, string] {
  const last = before.at(-1) ?? '';
  return [last, `${before.at(-2) ?? ''}\n${last}`];
}
