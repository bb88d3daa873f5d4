import { useEffect, useState } from 'react';
import { movementOf, nextPlace, type Place } from './movement.ts';

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
