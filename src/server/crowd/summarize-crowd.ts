import { type Crowd, type CrowdSong, compareTitles, MIN_CROWD, NO_CROWD } from '#contract/crowd.ts';
import type { PlacedPick } from '#contract/scoring.ts';
import { findUserIndex } from '../db/read-by-user.ts';
import { processInBatches } from '../scoring/process-in-batches.ts';
import type { ShowPicks } from '../scoring/show-picks.ts';

type SongCounts = Omit<CrowdSong, 'title'>;

export interface CrowdCounts {
  sheets: number;
  counts: readonly SongCounts[];
}

/** Counts each song's calls in one pass over the picks, without titles. */
export async function summarizeCrowd(
  picks: ShowPicks,
  uncountedFans: readonly string[],
): Promise<CrowdCounts> {
  const { count, distinctPicks, pickIndexes, starts } = picks;
  const isUncounted = markFans(picks, uncountedFans);
  const callsByPick = new Uint32Array(distinctPicks.length);
  let sheets = 0;
  await processInBatches(count, (start, end) => {
    for (let sheet = start; sheet < end; sheet += 1) {
      if (isUncounted[sheet]) continue;
      sheets += 1;
      const nextStart = starts[sheet + 1] ?? 0;
      for (let pick = starts[sheet] ?? 0; pick < nextStart; pick += 1) {
        const index = pickIndexes[pick] ?? 0;
        callsByPick[index] = (callsByPick[index] ?? 0) + 1;
      }
    }
  });
  const counts = new Map<string, SongCounts>();
  for (const [index, pick] of distinctPicks.entries()) {
    const calls = callsByPick[index] ?? 0;
    if (calls > 0) addCalls(counts, pick, calls);
  }
  return { sheets, counts: [...counts.values()] };
}

/** Returns a byte per prediction, which is 1 for these fans. */
function markFans(picks: ShowPicks, userIds: readonly string[]): Uint8Array {
  const marks = new Uint8Array(picks.count);
  for (const userId of userIds) {
    const sheet = findUserIndex(picks, userId);
    if (sheet !== undefined) marks[sheet] = 1;
  }
  return marks;
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
