import { firstReads } from '#contract/first-reads.ts';
import { PAGES, type PageName } from '#contract/pages.ts';
import { listLiveShows } from '#contract/shows.ts';
import type { CallArgs } from '#web/http/call.ts';
import { queryClient } from '#web/http/query-client.ts';
import { countedQueryFor, queryFor } from '#web/http/query-for.ts';
import { sessionQuery } from '#web/session/session-query.ts';

/** Asks for what a page reads first and is not known yet; the page, once it is there, joins in. */
export function fetchAhead(page: PageName): void {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  // Whoever owes a password of their own may read nothing yet.
  if (!user || user.mustChangePassword) return;
  const search = new URLSearchParams(location.search);
  const [live] = queryClient.getQueryData(queryFor(listLiveShows).queryKey) ?? [];
  for (const read of firstReads(PAGES[page], (name) => search.get(name), live?.id)) {
    // The table's types let every read give everything.
    const args = [{ params: read.params, query: read.query }] as unknown as CallArgs<
      typeof read.endpoint
    >;
    if (read.isCounted) void queryClient.prefetchQuery(countedQueryFor(read.endpoint, ...args));
    else void queryClient.prefetchQuery(queryFor(read.endpoint, ...args));
  }
}
