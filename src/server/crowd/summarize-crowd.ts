import { type Crowd, type CrowdSong, compareTitles, MIN_CROWD, NO_CROWD } from '#contract/crowd.ts';
import type { PlacedPick } from '#contract/scoring.ts';
import { countCalls, type ShowPicks } from '../scoring/show-picks.ts';

type SongCounts = Omit<CrowdSong, 'title'>;

/** Counts each song's calls in one pass over the picks, without titles. */
export async function summarizeCrowd(picks: ShowPicks): Promise<SongCounts[]> {
  const callsByPick = await countCalls(picks);
  const counts = new Map<string, SongCounts>();
  for (const [index, pick] of picks.distinctPicks.entries())
    addCalls(counts, pick, callsByPick[index] ?? 0);
  return [...counts.values()];
}

function addCalls(
  counts: Map<string, SongCounts>,
  { songId, position, isFirst, isLast }: PlacedPick,
  calls: number,
): void {
  const song = counts.get(songId) ?? {
    ...{ songId, calls: 0, openerCalls: 0, closerCalls: 0 },
    positions: [],
  };
  counts.set(songId, song);
  song.calls += calls;
  if (isFirst) song.openerCalls += calls;
  if (isLast) song.closerCalls += calls;
  while (song.positions.length < position) song.positions.push(0);
  song.positions[position - 1] = (song.positions[position - 1] ?? 0) + calls;
}

export function toCrowd(
  sheets: number,
  counts: readonly SongCounts[],
  titles: ReadonlyMap<string, string>,
): Crowd {
  if (sheets < MIN_CROWD) return { ...NO_CROWD, sheets };
  const songs = counts
    .map((song) => ({ ...song, title: titles.get(song.songId) ?? '' }))
    .sort((a, b) => b.calls - a.calls || compareTitles(a.title, b.title));
  return { sheets, songs };
}
