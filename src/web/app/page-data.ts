import type { QueryClient } from '@tanstack/react-query';
import type { PageData } from '#contract/first-reads.ts';
import { bandQuery } from '#web/band/use-band.ts';
import { buildEmbeddedResponseKey } from '#web/http/query-for.ts';
import { replayAfter } from '#web/realtime/use-realtime.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { learnServerTime } from '#web/time/server-clock.ts';
import { beginFirstRender, markDataNew } from '#web/ui/loading/first-render.ts';

/** Returns undefined in development, where Vite serves the page. */
export function readPageData(): PageData | undefined {
  const text = document.getElementById('facts')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

export function takePublicPageData(pageData: PageData | undefined): PageData | undefined {
  document.getElementById('facts')?.remove();
  return pageData && { band: pageData.band, user: null };
}

/** Makes the first render match the server's HTML. */
export function beginPage({ at, timeZone }: PageData): void {
  if (at && timeZone) beginFirstRender({ now: Date.parse(at), timeZone });
}

export function cachePageData(
  queryClient: QueryClient,
  { band, user, at: renderedAt, position, responses = [] }: PageData,
): void {
  queryClient.setQueryData(bandQuery.queryKey, band);
  if (user !== undefined) queryClient.setQueryData(sessionQuery.queryKey, user);
  for (const response of responses) {
    const { data, total } = response;
    const cached = total === undefined ? data : { rows: data, total };
    queryClient.setQueryData(buildEmbeddedResponseKey(response), cached);
  }
  if (responses.length > 0) markDataNew();
  if (position) replayAfter(position);
  if (renderedAt) learnServerTimeFromPage(renderedAt);
}

function learnServerTimeFromPage(serverTime: string): void {
  const [navigation] = performance.getEntriesByType('navigation');
  // The server renders pages without a navigation entry.
  if (!navigation || !(navigation instanceof PerformanceNavigationTiming)) return;
  const { timeOrigin } = performance;
  learnServerTime(
    serverTime,
    timeOrigin + navigation.fetchStart,
    timeOrigin + navigation.responseStart,
  );
}
