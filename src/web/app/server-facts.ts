import type { QueryClient } from '@tanstack/react-query';
import type { PageData } from '#contract/first-reads.ts';
import { bandQuery } from '#web/band/use-band.ts';
import { embeddedAnswerKey } from '#web/http/query-for.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { learnServerTime } from '#web/time/server-clock.ts';

/** The data embedded in the page; undefined in development, where Vite serves the page. */
export function readFacts(): PageData | undefined {
  const text = document.getElementById('facts')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Removes the embedded data and returns its public part. */
export function takePublicFacts(facts: PageData | undefined): PageData | undefined {
  document.getElementById('facts')?.remove();
  return facts && { band: facts.band, user: null };
}

export function cacheFacts(
  queryClient: QueryClient,
  { band, user, at, answers = [] }: PageData,
): void {
  queryClient.setQueryData(bandQuery.queryKey, band);
  if (user !== undefined) queryClient.setQueryData(sessionQuery.queryKey, user);
  for (const answer of answers) {
    const { data, total } = answer;
    const cached = total === undefined ? data : { rows: data, total };
    queryClient.setQueryData(embeddedAnswerKey(answer), cached);
  }
  if (at) learnServerTimeFromPage(at);
}

function learnServerTimeFromPage(serverTime: string): void {
  const [loading] = performance.getEntriesByType('navigation');
  if (!(loading instanceof PerformanceNavigationTiming)) return;
  const { timeOrigin } = performance;
  learnServerTime(serverTime, timeOrigin + loading.fetchStart, timeOrigin + loading.responseStart);
}
