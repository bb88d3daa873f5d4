import type { QueryClient } from '@tanstack/react-query';
import type { Band } from '#contract/band.ts';
import { bandQuery } from '#web/band/use-band.ts';
import { sessionQuery } from '#web/session/session-query.ts';

/** What the server wrote into the page, so that nobody has to ask for it. */
export interface ServerFacts {
  band: Band;
  /** Nobody is signed in, and the landing page's HTML came along. */
  isVisitor: boolean;
}

/** The facts of this page; undefined in development, where no server of ours sends it. */
export function readFacts(): ServerFacts | undefined {
  const text = document.getElementById('facts')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

export function rememberFacts(queryClient: QueryClient, { band, isVisitor }: ServerFacts): void {
  queryClient.setQueryData(bandQuery.queryKey, band);
  if (isVisitor) queryClient.setQueryData(sessionQuery.queryKey, null);
}
