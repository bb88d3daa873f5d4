import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import { getBand } from '#contract/band.ts';
import { call } from '#web/http/call.ts';
import { HttpError } from '#web/http/http-error.ts';
import { queryMetaFor } from '#web/http/query-for.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { clearPendingLogout } from './pending-logout.ts';

/** Null if signed out. A 401 from any endpoint but login sets null, unless the session is newer. */
export const sessionQuery = queryOptions({
  queryKey: buildQueryKey(getCurrentUser),
  meta: queryMetaFor(getCurrentUser),
  async queryFn({ client, queryKey }): Promise<CurrentUser | null> {
    try {
      return await call(getCurrentUser);
    } catch (error) {
      if (error instanceof HttpError && error.status === 401)
        return client.getQueryData<CurrentUser | null>(queryKey) ?? null;
      throw error;
    }
  },
});

/** Also removes the previous user's data from the cache. */
export function beginSession(queryClient: QueryClient, user: CurrentUser): void {
  const [band] = buildQueryKey(getBand);
  const [session] = sessionQuery.queryKey;
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== band && queryKey[0] !== session,
  });
  queryClient.setQueryData(sessionQuery.queryKey, user);
  clearPendingLogout();
}
