import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/**
 * Scrolls a list of links to the current page's, again when its content grows. Unlike
 * `scrollIntoView`, it never scrolls the page.
 */
export function useCurrentPageInView(): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  const [pathname] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page decides which link is current
  useEffect(() => {
    const list = scroller.current;
    const content = list?.firstElementChild;
    if (!list || !content) return;
    const observer = new ResizeObserver(() => {
      const link = list.querySelector('nav [aria-current]')?.getBoundingClientRect();
      if (!link) return;
      const { top, bottom } = list.getBoundingClientRect();
      if (link.bottom > bottom) list.scrollTop += link.bottom - bottom + MARGIN_PX;
      else if (link.top < top) list.scrollTop -= top - link.top + MARGIN_PX;
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [pathname]);
  return scroller;
}

/** Shows a part of the next link, so that the list looks scrollable. */
const MARGIN_PX = 24;
