import type { PlayedSong } from './played-shows.ts';

export interface Transitions {
  shows: number;
  /** By the songs before: one, or two joined by a newline; '' is the start of a show. */
  after: Map<string, { all: number; songs: Map<string, number> }>;
}

/** In shows. */
const HALF_LIFE = 100;

export function emptyTransitions(): Transitions {
  return { shows: 0, after: new Map() };
}

export function recordTransitions(transitions: Transitions, songs: readonly PlayedSong[]): void {
  transitions.shows += 1;
  const weight = currentWeight(transitions);
  const before: string[] = [];
  for (const { song } of songs) {
    for (const context of contextsOf(before)) {
      const counts = transitions.after.get(context) ?? { all: 0, songs: new Map() };
      transitions.after.set(context, counts);
      counts.all += weight;
      counts.songs.set(song, (counts.songs.get(song) ?? 0) + weight);
    }
    before.push(song);
  }
}

/** Falls back from the last two songs to the last one, and then to `otherwise`. */
export function shareAfter(
  transitions: Transitions,
  before: readonly string[],
  priorWeight: number,
): (song: string, otherwise: number) => { afterOne: number; afterTwo: number } {
  const [afterLast, afterLastTwo] = contextsOf(before).map((context) =>
    transitions.after.get(context),
  );
  const prior = priorWeight * currentWeight(transitions);
  const share = (counts: typeof afterLast, song: string, otherwise: number) =>
    ((counts?.songs.get(song) ?? 0) + prior * otherwise) / ((counts?.all ?? 0) + prior);
  return (song, otherwise) => {
    const afterOne = share(afterLast, song, otherwise);
    return { afterOne, afterTwo: share(afterLastTwo, song, afterOne) };
  };
}

/** Growing weights are equivalent to old shows decaying. */
function currentWeight({ shows }: Transitions): number {
  return 2 ** (shows / HALF_LIFE);
}

function contextsOf(before: readonly string[]): [string, string] {
  const last = before.at(-1) ?? '';
  return [last, `${before.at(-2) ?? ''}\n${last}`];
}
