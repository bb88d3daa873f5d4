import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { getNextSheetOdds } from '#contract/next-sheet.ts';
import { getShowOdds } from '#contract/odds.ts';
import { queryFor } from '#web/http/query-for.ts';
import { UserContext } from '#web/session/use-user.ts';

/** Visitors can read only the odds for the next show. */
export function useShowOdds(showId: string) {
  const endpoint = use(UserContext) ? getShowOdds : getNextSheetOdds;
  return useQuery(queryFor(endpoint, { params: { id: showId } }));
}
