import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { writeCookie } from '#web/ui/cookie.ts';
import { isMenuShortcut, takeEarlyPress } from './press-before-hydration.ts';

export interface SidebarState {
  isExpanded: boolean;
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
    () => matchNarrowScreen().matches,
    () => false,
  );

  const toggle = useCallback(() => {
    if (isNarrow) setSheetOpen((isOpen) => !isOpen);
    else setExpanded(!isExpanded);
    if (!isNarrow) writeCookie(COOKIE, String(!isExpanded), WEEK_S);
  }, [isNarrow, isExpanded]);

  useEffect(() => {
    // The first render uses the server's width.
    if (isNarrow !== matchNarrowScreen().matches) return;
    // Setting state inside the effect would render twice.
    if (takeEarlyPress()) queueMicrotask(toggle);
  }, [toggle, isNarrow]);

  // A layout effect makes the shortcut work as soon as the sidebar is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isMenuShortcut(event)) toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);

  return { isExpanded, isNarrow, isSheetOpen: isNarrow && isSheetOpen, setSheetOpen, toggle };
}

const COOKIE = 'sidebar_state';
const WEEK_S = 7 * 24 * 60 * 60;

function readCookie(): boolean {
  return !globalThis.document?.cookie.split('; ').includes(`${COOKIE}=false`);
}

const matchNarrowScreen = () => window.matchMedia('(width < 768px)');

function subscribeToWidth(onChange: () => void): () => void {
  const query = matchNarrowScreen();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
