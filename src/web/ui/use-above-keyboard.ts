import { type RefObject, useEffect } from 'react';

/**
 * Keeps what belongs to a field, such as the button that sends it, above the phone's keyboard: when
 * that comes up, the page goes as far as both need. Browsers look after the field alone.
 */
export function useAboveKeyboard(
  field: RefObject<HTMLElement | null>,
  part: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const screen = window.visualViewport;
    if (!screen) return;
    const lift = () => {
      // Who has zoomed in has chosen what to see.
      if (!part.current || document.activeElement !== field.current || screen.scale > 1) return;
      const { bottom } = part.current.getBoundingClientRect();
      const below = bottom + ROOM - (screen.offsetTop + screen.height);
      if (below > 0) window.scrollBy(0, below);
    };
    screen.addEventListener('resize', lift);
    return () => screen.removeEventListener('resize', lift);
  }, [field, part]);
}

const ROOM = 12;
