import { useEffect, useState } from 'react';

/** A fan's rank after a number of songs, and before the last one. */
export interface RankState {
  songs: number;
  rank: number;
  previousRank: number | null;
}

/** Returns the same object if nothing changed. */
export function nextRankState(
  previous: RankState | undefined,
  { songs, rank }: { songs: number; rank: number },
): RankState {
  if (!previous || songs < previous.songs) return { songs, rank, previousRank: null };
  if (songs > previous.songs) {
    // Before the first song everyone shares rank 1, so there is no movement yet.
    return { songs, rank, previousRank: previous.songs === 0 ? null : previous.rank };
  }
  // A correction without a new song still compares with the rank before that song.
  return rank === previous.rank ? previous : { ...previous, rank };
}

/** Ranks gained with the last song; null if unknown. */
export function ranksGained(rankState: RankState | undefined): number | null {
  return rankState?.previousRank == null ? null : rankState.previousRank - rankState.rank;
}

/** Outlives the page, so that coming back still shows the movement. */
const rankStateByShow = new Map<string, RankState>();

/** `current` is undefined while the setlist or the standings load, because they may not match. */
export function useMovement(
  showId: string,
  current: { songs: number; rank: number } | undefined,
): number | null {
  const [rankState, setRankState] = useState(() => rankStateByShow.get(showId));
  const next = current ? nextRankState(rankState, current) : rankState;
  if (next !== rankState) setRankState(next);
  useEffect(() => {
    if (rankState) rankStateByShow.set(showId, rankState);
  }, [showId, rankState]);
  return ranksGained(next);
}
