import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Animates the list's children, identified by `data-slide`, to their new positions. */
export function useSlidingRows<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null);
  const positions = useRef(new Map<string, number>());

  // No dependencies, because any render may move a row.
  useLayoutEffect(() => {
    const oldPositions = positions.current;
    const newPositions = new Map<string, number>();
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Not offsetTop, which changes while a pinned row scrolls.
    let position = 0;
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-slide]') ?? []) {
      const id = row.dataset.slide ?? '';
      newPositions.set(id, position);
      const distance = (oldPositions.get(id) ?? position) - position;
      position += row.offsetHeight;
      if (distance === 0 || prefersReducedMotion) continue;
      row.animate([{ translate: `0 ${distance}px` }, { translate: '0 0' }], SLIDE);
    }
    positions.current = newPositions;
  });

  return list;
}

const SLIDE = { duration: 350, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };
