import { useSyncExternalStore } from 'react';

export function useWideScreen(): boolean {
  return useSyncExternalStore(WIDE.subscribe, WIDE.matches, () => false);
}

/** Narrower than 640 px. */
export function usePhoneScreen(): boolean {
  return useSyncExternalStore(PHONE.subscribe, PHONE.matches, () => false);
}

const WIDE = createMediaStore('(min-width: 64rem)');
const PHONE = createMediaStore('(width < 40rem)');

function createMediaStore(query: string) {
  return {
    matches: () => window.matchMedia(query).matches,
    subscribe(onChange: () => void): () => void {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
  };
}
