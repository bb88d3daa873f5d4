import { useEffect, useRef, useState } from 'react';

/**
 * Follows the setlist's end: who has the last song in sight gets the next one into sight as it
 * comes, who reads further up is left there. `lastId` is the last row's identity.
 */
export function useLastRow(lastId: string | undefined) {
  const row = useRef<HTMLLIElement>(null);
  const [isOutOfSight, setOutOfSight] = useState(false);
  const wasInSight = useRef(false);

  useEffect(() => {
    if (lastId === undefined || !row.current) return;
    if (wasInSight.current) row.current.scrollIntoView({ block: 'nearest' });
    const observer = new IntersectionObserver(([entry]) => {
      wasInSight.current = entry?.isIntersecting ?? false;
      setOutOfSight(!wasInSight.current);
    }, SIGHT);
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [lastId]);

  return {
    row,
    isOutOfSight,
    jump: () => row.current?.scrollIntoView({ block: 'center' }),
  };
}

/** Above the bar at the lower end. */
const SIGHT = { rootMargin: '0px 0px -100px 0px' };
