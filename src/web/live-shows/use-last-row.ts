import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { USER_SCROLL_EVENTS } from '#web/ui/user-scroll-events.ts';

export interface LastRow {
  ref: RefCallback<HTMLLIElement>;
  isInView: boolean;
  scrollTo(): void;
}

/** Follows new rows, even across tab changes, unless the user scrolled the last one out of view. */
export function useLastRow(): LastRow {
  const [row, setRow] = useState<HTMLLIElement | null>(null);
  const [isInView, setInView] = useState(true);
  const isFollowing = useRef(true);
  const hasUserScrolled = useRef(false);
  const hasShownRow = useRef(false);

  useEffect(() => {
    const end = new AbortController();
    const recordInput = () => {
      hasUserScrolled.current = true;
      end.abort();
    };
    for (const event of USER_SCROLL_EVENTS)
      window.addEventListener(event, recordInput, { passive: true, signal: end.signal });
    return () => end.abort();
  }, []);

  // Only scrolling by the user stops this: not a burst of songs, a growing page, or a reload.
  useEffect(() => {
    if (!row) return;
    const updateFollowing = () => {
      if (hasUserScrolled.current) isFollowing.current = isVisible(row);
    };
    window.addEventListener('scroll', updateFollowing, { passive: true });
    return () => window.removeEventListener('scroll', updateFollowing);
  }, [row]);

  // A layout effect: a pending scroll event would find the new row out of view.
  useLayoutEffect(() => {
    if (!row) return;
    // Doesn't scroll when the page opens.
    if (hasShownRow.current && isFollowing.current) row.scrollIntoView({ block: 'nearest' });
    hasShownRow.current = true;
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting ?? false),
      { rootMargin: `0px 0px -${BOTTOM_BAR_PX}px 0px` },
    );
    observer.observe(row);
    return () => observer.disconnect();
  }, [row]);

  const ref = useCallback((element: HTMLLIElement | null) => {
    setRow(element);
    if (!element) return;
    const willScroll = hasShownRow.current && isFollowing.current;
    setInView(willScroll || isVisible(element));
  }, []);

  return {
    ref,
    isInView: row !== null && isInView,
    scrollTo() {
      isFollowing.current = true;
      row?.scrollIntoView({ block: 'center' });
    },
  };
}

const BOTTOM_BAR_PX = 120;

function isVisible(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight - BOTTOM_BAR_PX;
}
