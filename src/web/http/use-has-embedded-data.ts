import { useState } from 'react';
import { hasNewData } from '#web/ui/loading/first-render.ts';

/** Whether the page embeds this component's data. The socket reports what has changed since. */
export function useHasEmbeddedData(): boolean {
  const [hasEmbeddedData] = useState(hasNewData);
  return hasEmbeddedData;
}
