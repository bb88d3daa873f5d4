import { useEffect, useState } from 'react';

/** Where a fan stands, after how many songs, and where they stood before the last of them. */
export interface Place {
  songs: number;
  rank: number;
  /** Null where it is not known. */
  rankBefore: number | null;
}

/** A fan's place once setlist and standings were read; the same object where nothing changed. */
export function nextPlace(
  place: Place | undefined,
  { songs, rank }: { songs: number; rank: number },
): Place {
  if (!place || songs < place.songs) return { songs, rank, rankBefore: null };
  if (songs > place.songs) {
    // Before the first song all share the first rank: nobody has fallen from it.
    return { songs, rank, rankBefore: place.songs === 0 ? null : place.rank };
  }
  // No song more: a correction moves the fan, and the song before stays the one to compare with.
  return rank === place.rank ? place : { ...place, rank };
}

/** Ranks gained with the last song; null where it is not known. */
export function movementOf(place: Place | undefined): number | null {
  return place?.rankBefore == null ? null : place.rankBefore - place.rank;
}

/** What was seen of each show: whoever looks at another page in between comes back to it. */
const places = new Map<string, Place>();

/**
 * Ranks gained with a show's last song; null where it is not known. `seen` is left out while setlist
 * or standings are being read: only what both agree on counts.
 */
export function useMovement(
  showId: string,
  seen: { songs: number; rank: number } | undefined,
): number | null {
  const [place, setPlace] = useState(() => places.get(showId));
  const next = seen ? nextPlace(place, seen) : place;
  if (next !== place) setPlace(next);
  useEffect(() => {
    if (place) places.set(showId, place);
  }, [showId, place]);
  return movementOf(next);
}
