import type { Song } from '#contract/songs.ts';

export type SongOrder = 'likely' | 'title' | 'played' | 'gap' | 'lately';

export const SONG_ORDERS: readonly { value: SongOrder; label: string }[] = [
  { value: 'likely', label: 'Likely first' },
  { value: 'title', label: 'A to Z' },
  { value: 'played', label: 'Most played' },
  { value: 'gap', label: 'Longest gap' },
  { value: 'lately', label: 'Lately played' },
];

/** The songs in such an order; they come in by title, and equals stay so. */
export function orderSongs(songs: readonly Song[], order: SongOrder): readonly Song[] {
  if (order === 'title') return songs;
  const weightOf = WEIGHTS[order];
  return songs.toSorted((a, b) => weightOf(b) - weightOf(a));
}

/** What weighs more comes first; what was never played has no gap, and comes last. */
const WEIGHTS: Record<Exclude<SongOrder, 'title'>, (song: Song) => number> = {
  likely: ({ timesPlayed, gap }) => (gap === null ? -1 : timesPlayed / (gap + A_ROUND)),
  played: ({ timesPlayed }) => timesPlayed,
  gap: ({ gap }) => gap ?? -1,
  lately: ({ lastPlayed }) => (lastPlayed === null ? 0 : Date.parse(lastPlayed)),
};

/** Likely is what is played often, and lately: a song in rotation comes round in some seven shows. */
const A_ROUND = 7;
