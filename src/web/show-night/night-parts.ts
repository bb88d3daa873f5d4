import type { ReactNode } from 'react';

/** What show night consists of, however much room there is for it. */
export interface NightParts {
  setlist: ReactNode;
  standings: ReactNode;
  picks: ReactNode;
}
