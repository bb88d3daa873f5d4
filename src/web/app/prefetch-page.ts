import { createGetParam, firstReads } from '#contract/first-reads.ts';
import { readPathParams } from '#contract/page-paths.ts';
import { PAGES, type PageName } from '#contract/pages.ts';
import { listLiveShows } from '#contract/shows.ts';
import { hidesShow } from '#contract/spoilers.ts';
import type { CallArgs } from '#web/http/call.ts';
import { queryClient } from '#web/http/query-client.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { sessionQuery } from '#web/session/session-query.ts';

/** Prefetches a page's first reads. The page's own queries join these requests. */
export function prefetchPage(page: PageName): void {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  // The server rejects all reads until the user has set their own password.
  if (user?.mustChangePassword) return;
  // Returns before reading the location, which doesn't exist while the landing page is prerendered.
  if (!user && !('reads' in PAGES[page])) return;
  const pathParams = readPathParams(PAGES[page], location.pathname);
  const getParam = createGetParam(pathParams, new URLSearchParams(location.search));
  const [live] = queryClient.getQueryData(queryFor(listLiveShows).queryKey) ?? [];
  const isLiveHidden = Boolean(user && live && hidesShow(user, live));
  for (const read of firstReads(PAGES[page], getParam, isLiveHidden ? undefined : live?.id)) {
    if (!user && read.endpoint.who !== 'anyone') continue;
    if (isLiveHidden && read.params?.id === live?.id) continue;
    // The page table's type allows any endpoint with any parameters.
    const args = [{ params: read.params, query: read.query }] as unknown as CallArgs<
      typeof read.endpoint
    >;
    if (read.isCounted) void queryClient.prefetchQuery(queryWithTotalFor(read.endpoint, ...args));
    else void queryClient.prefetchQuery(queryFor(read.endpoint, ...args));
  }
}
