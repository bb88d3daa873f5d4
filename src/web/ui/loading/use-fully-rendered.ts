import { useDeferredValue, useEffect } from 'react';

let wasDrawn = false;

/**
 * False as the app's first list is drawn, and true a moment later, when there is time: what fills a screen comes
 * first, so that a slow phone shows it a fifth of a second earlier. Whoever comes back to a list has it
 * whole at once, as they may have left it further down.
 */
export function useFullyRendered(): boolean {
  useEffect(() => {
    wasDrawn = true;
  }, []);
  return useDeferredValue(true, wasDrawn);
}
