import { useState } from 'react';
import { hasNewData } from '#web/ui/loading/first-render.ts';

/** Returns whether the page embeds this component's data. The socket reports later changes. */
export function useHasEmbeddedData(): boolean {
  const [hasEmbeddedData] = useState(hasNewData);
  return hasEmbeddedData;
}
