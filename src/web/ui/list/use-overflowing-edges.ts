import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns 'left', 'right', 'left right' or '': the edges beyond which there is more to scroll to.
 */
export function useOverflowingEdges(list: RefObject<HTMLElement | null>): string {
  const [overflowingEdges, setOverflowingEdges] = useState('');
  useEffect(() => {
    const scroller = list.current;
    if (!scroller) return;
    const update = () => {
      const { scrollLeft, clientWidth, scrollWidth } = scroller;
      // Widths are rounded, so ignore a difference of 1 px.
      const sides = [
        scrollLeft > 1 && 'left',
        scrollLeft + clientWidth < scrollWidth - 1 && 'right',
      ];
      setOverflowingEdges(sides.filter(Boolean).join(' '));
    };
    const resizeObserver = new ResizeObserver(update);
    resizeObserver.observe(scroller);
    scroller.addEventListener('scroll', update, { passive: true });
    return () => {
      resizeObserver.disconnect();
      scroller.removeEventListener('scroll', update);
    };
  }, [list]);
  return overflowingEdges;
}
