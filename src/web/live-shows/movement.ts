import { useEffect, useState } from 'react';

/** A fan's rank after `songCount` songs, and before the last one. */
export interface RankState {
  songCount: number;
  rank: number;
  previousRank: number | null;
}

export function updateRankState(
  previous: RankState | undefined,
  { songCount, rank }: { songCount: number; rank: number },
): RankState {
  if (!previous || songCount < previous.songCount) return { songCount, rank, previousRank: null };
  if (songCount > previous.songCount) {
    // Before the first song, everyone shares rank 1, so there is no movement yet.
    return { songCount, rank, previousRank: previous.songCount === 0 ? null : previous.rank };
  }
  // A correction without a new song still compares with the rank before that song.
  return rank === previous.rank ? previous : { ...previous, rank };
}

export function countRanksGained(rankState: RankState | undefined): number | null {
  return rankState?.previousRank == null ? null : rankState.previousRank - rankState.rank;
}

/** Outlives the page, so that the movement is still visible when the fan returns. */
const rankStateByShow = new Map<string, RankState>();

/** `current` is undefined while the setlist or the standings load, because they may not match. */
export function useMovement(
  showId: string,
  current: { songCount: number; rank: number } | undefined,
): number | null {
  const [rankState, setRankState] = useState(() => rankStateByShow.get(showId));
  const next = current ? updateRankState(rankState, current) : rankState;
  if (next !== rankState) setRankState(next);
  useEffect(() => {
    if (rankState) rankStateByShow.set(showId, rankState);
  }, [showId, rankState]);
  return countRanksGained(next);
}
