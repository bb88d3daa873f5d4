import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Lets the children of a list that change places slide there. Each carries a `data-slide` with its
 * identity. What comes or goes does not move, and nothing does where motion is unwelcome.
 */
export function useSlidingRows<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null);
  const places = useRef(new Map<string, number>());

  // Without dependencies: any render may have moved a row.
  useLayoutEffect(() => {
    const before = places.current;
    const now = new Map<string, number>();
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const top = list.current?.offsetTop ?? 0;
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-slide]') ?? []) {
      const name = row.dataset.slide ?? '';
      const place = row.offsetTop - top;
      now.set(name, place);
      const distance = (before.get(name) ?? place) - place;
      if (distance === 0 || isStill) continue;
      row.animate([{ translate: `0 ${distance}px` }, { translate: '0 0' }], SLIDE);
    }
    places.current = now;
  });

  return list;
}

const SLIDE = { duration: 350, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };
