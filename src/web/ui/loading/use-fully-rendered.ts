import { useDeferredValue, useEffect } from 'react';

let wasRendered = false;

/**
 * False for the first render of the app's first list, so that it can render one screenful first. A slow
 * phone then paints 0.2 s earlier. Always true later, so that Back restores the scroll position.
 */
export function useFullyRendered(): boolean {
  useEffect(() => {
    wasRendered = true;
  }, []);
  return useDeferredValue(true, wasRendered);
}
