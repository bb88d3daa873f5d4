import { useDeferredValue, useEffect } from 'react';

let hasRendered = false;

/**
 * Returns false in the first render of the session, which paints sooner, and true in all others, so
 * Back restores the scroll position.
 */
export function useShouldRenderAll(): boolean {
  useEffect(() => {
    hasRendered = true;
  }, []);
  return useDeferredValue(true, hasRendered);
}
