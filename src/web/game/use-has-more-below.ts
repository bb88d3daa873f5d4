import { type RefObject, useEffect, useState } from 'react';

/** Returns whether a list of `count` rows continues below the visible area. */
export function useHasMoreBelow(scroller: RefObject<HTMLElement | null>, count: number): boolean {
  const [hasMore, setHasMore] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row changes the height of the content.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Heights are rounded, so ignore a difference of 1 px.
    const update = () =>
      setHasMore(element.scrollTop + element.clientHeight < element.scrollHeight - 1);
    const resizeObserver = new ResizeObserver(update);
    resizeObserver.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    update();
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, count]);
  return hasMore;
}
