import { useEffect, useState } from 'react';

/** A fan's rank after a number of songs, and before the last one. */
export interface Place {
  songs: number;
  rank: number;
  rankBefore: number | null;
}

/** Returns the same object if nothing changed. */
export function nextPlace(
  place: Place | undefined,
  { songs, rank }: { songs: number; rank: number },
): Place {
  if (!place || songs < place.songs) return { songs, rank, rankBefore: null };
  if (songs > place.songs) {
    // Before the first song everyone shares rank 1, so there is no movement yet.
    return { songs, rank, rankBefore: place.songs === 0 ? null : place.rank };
  }
  // A correction without a new song still compares with the rank before that song.
  return rank === place.rank ? place : { ...place, rank };
}

/** Ranks gained with the last song; null if unknown. */
export function movementOf(place: Place | undefined): number | null {
  return place?.rankBefore == null ? null : place.rankBefore - place.rank;
}

/** Outlives the page, so that coming back still shows the movement. */
const placesByShow = new Map<string, Place>();

/** `current` is undefined while the setlist or the standings load, because they may not match. */
export function useMovement(
  showId: string,
  current: { songs: number; rank: number } | undefined,
): number | null {
  const [place, setPlace] = useState(() => placesByShow.get(showId));
  const next = current ? nextPlace(place, current) : place;
  if (next !== place) setPlace(next);
  useEffect(() => {
    if (place) placesByShow.set(showId, place);
  }, [showId, place]);
  return movementOf(next);
}
