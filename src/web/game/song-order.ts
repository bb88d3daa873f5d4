import type { SheetSong } from '#contract/next-sheet.ts';
import { rotationWeight } from '#contract/songs.ts';

export type SongOrder = 'likely' | 'odds' | 'title' | 'played' | 'gap' | 'lately';

export const SONG_ORDERS: readonly { value: SongOrder; label: string }[] = [
  { value: 'likely', label: 'Most likely' },
  { value: 'odds', label: 'By the odds' },
  { value: 'title', label: 'A to Z' },
  { value: 'played', label: 'Most played' },
  { value: 'gap', label: 'Longest gap' },
  { value: 'lately', label: 'Recently played' },
];

export function readOrder(key: string): SongOrder {
  try {
    const storedOrder = localStorage.getItem(key);
    return SONG_ORDERS.find(({ value }) => value === storedOrder)?.value ?? 'likely';
  } catch {
    return 'likely';
  }
}

export function saveOrder(key: string, order: SongOrder): void {
  try {
    localStorage.setItem(key, order);
  } catch {
    // The next visit uses the default order.
  }
}

/** Chances by song ID. Songs that were never played have none. */
export type Odds = ReadonlyMap<string, number>;

/** Expects songs sorted by title, which breaks ties. 'odds' means 'likely' until the odds load. */
export function orderSongs(
  songs: readonly SheetSong[],
  order: SongOrder,
  odds?: Odds,
): readonly SheetSong[] {
  if (order === 'title') return songs;
  const defaultWeight = WEIGHTS[order === 'odds' ? 'likely' : order];
  const weight = odds ? ({ id }: SheetSong) => odds.get(id) ?? -1 : defaultWeight;
  return songs.toSorted((a, b) => weight(b) - weight(a));
}

const WEIGHTS: Record<Exclude<SongOrder, 'title' | 'odds'>, (song: SheetSong) => number> = {
  likely: ({ timesPlayed, gap }) => (gap === null ? -1 : rotationWeight({ timesPlayed, gap })),
  played: ({ timesPlayed }) => timesPlayed,
  gap: ({ gap }) => gap ?? -1,
  lately: ({ lastPlayed }) => (lastPlayed === null ? 0 : Date.parse(lastPlayed)),
};
