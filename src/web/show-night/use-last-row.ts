import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Follows the setlist's end: each new song comes into sight, until the reader scrolls the last one
 * out of it; once they are back at the end, by themselves or by `jump`, it follows again. `lastId`
 * is the last row's identity, undefined where there is nothing to follow. `isFollowing` outlives the
 * list, which is not drawn while another tab is: null before it was drawn the first time.
 */
export function useLastRow(lastId: string | undefined, isFollowing: RefObject<boolean | null>) {
  const row = useRef<HTMLLIElement>(null);
  const [isOutOfSight, setOutOfSight] = useState(false);
  const shownId = useRef(lastId);

  // Only scrolling ends it: songs that come in a burst, or a page that grows, are not the reader's.
  useEffect(() => {
    const heed = () => {
      isFollowing.current = isInSight(row.current);
    };
    window.addEventListener('scroll', heed, { passive: true });
    return () => window.removeEventListener('scroll', heed);
  }, [isFollowing]);

  // Who comes back from another tab is where the show is; a page that opens begins at its top.
  useEffect(() => {
    if (isFollowing.current && shownId.current) row.current?.scrollIntoView({ block: 'nearest' });
    isFollowing.current ??= true;
  }, [isFollowing]);

  // Before the scroll event of the song before, which would find the new row out of sight.
  useLayoutEffect(() => {
    if (lastId === undefined || !row.current) return;
    const isNew = lastId !== shownId.current;
    shownId.current = lastId;
    if (isNew && isFollowing.current) row.current.scrollIntoView({ block: 'nearest' });
    const observer = new IntersectionObserver(
      ([entry]) => setOutOfSight(!(entry?.isIntersecting ?? false)),
      { rootMargin: `0px 0px -${FOOT}px 0px` },
    );
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [lastId, isFollowing]);

  return {
    row,
    isOutOfSight,
    jump: () => row.current?.scrollIntoView({ block: 'center' }),
  };
}

/** What the bar at the lower end of the screen covers. */
const FOOT = 100;

function isInSight(row: Element | null): boolean {
  if (!row) return true;
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight - FOOT;
}
