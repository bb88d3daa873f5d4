import { useState } from 'react';
import { hasNewData } from '#web/ui/loading/first-render.ts';

/**
 * Whether the server embedded this component's data in the page just now, so that it needs no
 * refetch. The socket reports what has changed since.
 */
export function useHasEmbeddedData(): boolean {
  const [hasEmbeddedData] = useState(hasNewData);
  return hasEmbeddedData;
}
