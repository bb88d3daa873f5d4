import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { asksForMenu, takeEarlyPress } from './press-before-hydration.ts';

export interface SidebarState {
  /** Full width, or icons only; remembered on this device for a week. */
  isExpanded: boolean;
  /** Below 768 px the sidebar is a sheet that slides over the page. */
  isNarrow: boolean;
  isSheetOpen: boolean;
  setSheetOpen(isOpen: boolean): void;
  toggle(): void;
}

export function useSidebar(): SidebarState {
  const [isExpanded, setExpanded] = useState(readCookie);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isNarrow = useSyncExternalStore(
    subscribeToWidth,
    () => narrow().matches,
    () => false,
  );

  const toggle = useCallback(() => {
    if (isNarrow) setSheetOpen((isOpen) => !isOpen);
    else setExpanded(!isExpanded);
    if (!isNarrow) writeCookie(!isExpanded);
  }, [isNarrow, isExpanded]);

  useEffect(() => {
    // After the effect: what changes the state inside of one has everything drawn twice.
    if (takeEarlyPress()) queueMicrotask(toggle);
  }, [toggle]);

  // With the drawing, not after it: what is seen answers.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (asksForMenu(event)) toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);

  return { isExpanded, isNarrow, isSheetOpen: isNarrow && isSheetOpen, setSheetOpen, toggle };
}

const COOKIE = 'sidebar_state';
const WEEK_S = 7 * 24 * 60 * 60;

function readCookie(): boolean {
  // Where pages are drawn ahead there is none.
  return !globalThis.document?.cookie.split('; ').includes(`${COOKIE}=false`);
}

function writeCookie(isExpanded: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
  document.cookie = `${COOKIE}=${isExpanded}; path=/; max-age=${WEEK_S}; samesite=lax`;
}

const narrow = () => window.matchMedia('(width < 768px)');

function subscribeToWidth(onChange: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
