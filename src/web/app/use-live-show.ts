import { useQuery } from '@tanstack/react-query';
import { listLiveShows, type Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';

/** The live show: of several, the one that started first. */
export function useLiveShow(): Show | undefined {
  return useQuery(queryFor(listLiveShows)).data?.[0];
}
