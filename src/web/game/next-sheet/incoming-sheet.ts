import { useEffect, useSyncExternalStore } from 'react';
import { findVisitorSheet } from '../draft-storage.ts';
import { formatSheetLink, type LinkedSheet, parseSheetLink } from './sheet-link.ts';

/** The sheet in the page's URL, otherwise the one that a visitor filled in on this device. */
export function readIncomingSheet(): LinkedSheet | null {
  return parseSheetLink(location.hash) ?? findVisitorSheet();
}

/** Keeps the sheet in the URL, so that a reload, a bookmark or another device restores it. */
export function useSheetInUrl(showId: string, songIds: readonly string[]): void {
  useEffect(() => {
    const link = formatSheetLink({ showId, songIds });
    const { pathname, search, hash } = location;
    writtenLink = link;
    if (link !== hash) history.replaceState(history.state, '', pathname + search + link);
  }, [showId, songIds]);
}

export function useOpenedLinkCount(): number {
  return useSyncExternalStore(subscribe, getCount, getCount);
}

let count = 0;
let writtenLink = '';
const getCount = () => count;

function subscribe(notify: () => void): () => void {
  const onHashChange = () => {
    // Other fragments, such as the skip link's, open no sheet.
    if (location.hash === writtenLink || !parseSheetLink(location.hash)) return;
    count += 1;
    notify();
  };
  window.addEventListener('hashchange', onHashChange);
  return () => window.removeEventListener('hashchange', onHashChange);
}
