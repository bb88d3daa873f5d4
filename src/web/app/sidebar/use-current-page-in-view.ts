import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** Scrolls to the current page's link, and again when a live show's rankings push it down. */
export function useCurrentPageInView(): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const [pathname] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page decides which link is current
  useEffect(() => {
    const links = content.current;
    if (!links) return;
    const observer = new ResizeObserver(() =>
      links.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' }),
    );
    observer.observe(links);
    return () => observer.disconnect();
  }, [pathname]);
  return content;
}
