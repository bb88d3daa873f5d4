import type { QueryClient } from '@tanstack/react-query';
import type { PageFacts } from '#contract/first-reads.ts';
import { bandQuery } from '#web/band/use-band.ts';
import { keyOfAnswer } from '#web/http/query-for.ts';
import { learnServerTime } from '#web/http/server-clock.ts';
import { sessionQuery } from '#web/session/session-query.ts';

/** The facts of this page; undefined in development, where no server of ours sends it. */
export function readFacts(): PageFacts | undefined {
  const text = document.getElementById('facts')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** What of the facts everybody may know, with nobody signed in. */
export function withoutFacts(facts: PageFacts | undefined): PageFacts | undefined {
  document.getElementById('facts')?.remove();
  return facts && { band: facts.band, user: null };
}

/** Nobody has to ask for what the server wrote into the page. */
export function rememberFacts(
  queryClient: QueryClient,
  { band, user, at, answers = [] }: PageFacts,
): void {
  queryClient.setQueryData(bandQuery.queryKey, band);
  if (user !== undefined) queryClient.setQueryData(sessionQuery.queryKey, user);
  for (const answer of answers) {
    const { data, total } = answer;
    const known = total === undefined ? data : { rows: data, total };
    queryClient.setQueryData(keyOfAnswer(answer), known);
  }
  if (at) learnFromPage(at);
}

function learnFromPage(at: string): void {
  const [loading] = performance.getEntriesByType('navigation');
  if (!(loading instanceof PerformanceNavigationTiming)) return;
  const { timeOrigin } = performance;
  learnServerTime(at, timeOrigin + loading.fetchStart, timeOrigin + loading.responseStart);
}
