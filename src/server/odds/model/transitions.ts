import type { PlayedSong } from './played-shows.ts';

export interface Transitions {
  showCount: number;
  /** Keyed by the last song, or the last two joined by a newline. '' is the start of a show. */
  counts: Map<string, { total: number; songs: Map<string, number> }>;
}

/** Measured in shows. */
const HALF_LIFE = 100;

export function createTransitions(): Transitions {
  return { showCount: 0, counts: new Map() };
}

export function recordTransitions(transitions: Transitions, songs: readonly PlayedSong[]): void {
  transitions.showCount += 1;
  const weight = getCurrentWeight(transitions);
  const previousSongs: string[] = [];
  for (const { song } of songs) {
    for (const context of listContexts(previousSongs)) {
      const counts = transitions.counts.get(context) ?? { total: 0, songs: new Map() };
      transitions.counts.set(context, counts);
      counts.total += weight;
      counts.songs.set(song, (counts.songs.get(song) ?? 0) + weight);
    }
    previousSongs.push(song);
  }
}

/** Falls back from the last two songs to the last one, then to `fallback`. */
export function createTransitionShares(
  transitions: Transitions,
  previousSongs: readonly string[],
  priorWeight: number,
): (song: string, fallback: number) => { afterOne: number; afterTwo: number } {
  const [afterLast, afterLastTwo] = listContexts(previousSongs).map((context) =>
    transitions.counts.get(context),
  );
  const prior = priorWeight * getCurrentWeight(transitions);
  const computeShare = (counts: typeof afterLast, song: string, fallback: number) =>
    ((counts?.songs.get(song) ?? 0) + prior * fallback) / ((counts?.total ?? 0) + prior);
  return (song, fallback) => {
    const afterOne = computeShare(afterLast, song, fallback);
    return { afterOne, afterTwo: computeShare(afterLastTwo, song, afterOne) };
  };
}

function getCurrentWeight({ showCount }: Transitions): number {
  return 2 ** (showCount / HALF_LIFE);
}

function listContexts(previousSongs: readonly string[]): [string, string] {
  const last = previousSongs.at(-1) ?? '';
  return [last, `${previousSongs.at(-2) ?? ''}\n${last}`];
}
