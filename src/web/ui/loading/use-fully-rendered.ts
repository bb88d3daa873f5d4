import { useDeferredValue, useEffect } from 'react';

let wasRendered = false;

/** False at first, to paint sooner. Then true, so that Back restores the scroll position. */
export function useFullyRendered(): boolean {
  useEffect(() => {
    wasRendered = true;
  }, []);
  return useDeferredValue(true, wasRendered);
}
