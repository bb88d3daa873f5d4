import { useDeferredValue, useEffect } from 'react';

let hasRendered = false;

/** False only in the session's first render. Later ones must restore the scroll position. */
export function useShouldRenderAll(): boolean {
  useEffect(() => {
    hasRendered = true;
  }, []);
  return useDeferredValue(true, hasRendered);
}
