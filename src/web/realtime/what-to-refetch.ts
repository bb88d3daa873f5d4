import type { QueryFilters } from '@tanstack/react-query';
import { getCurrentUser } from '#contract/accounts.ts';
import { getThread, listThreads } from '#contract/forums.ts';
import {
  getGlobalLeaderboard,
  getMyGlobalRow,
  getShowLeaderboard,
} from '#contract/leaderboards.ts';
import { getPrediction, listMyPredictions } from '#contract/predictions.ts';
import type { ServerMessage } from '#contract/realtime.ts';
import { getLastSetlistChange, getSetlist } from '#contract/setlists.ts';
import { getShow, listLiveShows, listShows, listUpcomingShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import {
  getTopSongs,
  getTourPatterns,
  getTrendingSongs,
  getVenueStatistics,
} from '#contract/statistics.ts';
import { keyOf } from '#web/http/query-key.ts';

/** What an event about a show or thread makes out of date. Only what a page shows is fetched at once. */
export function whatToRefetch(event: ServerMessage['event'], id: string): QueryFilters[] {
  switch (event) {
    case 'scores:update':
      return [
        ...predictions,
        { queryKey: keyOf(getCurrentUser) },
        { queryKey: keyOf(getGlobalLeaderboard) },
        { queryKey: keyOf(getMyGlobalRow) },
        ...standingsOf(id),
      ];
    case 'setlist:update':
      return [
        { queryKey: keyOf(getSetlist, { id }) },
        { queryKey: keyOf(getLastSetlistChange, { id }) },
        ...standingsOf(id),
        ...songFigures,
      ];
    case 'show:status':
      return [
        { queryKey: keyOf(listLiveShows) },
        { queryKey: keyOf(listUpcomingShows) },
        // These keys are the beginning of others, which a status does not touch.
        { queryKey: keyOf(listShows), exact: true },
        { queryKey: keyOf(getShow, { id }), exact: true },
        ...predictions,
        ...standingsOf(id),
        ...songFigures,
      ];
    case 'forums:update':
      // The thread's posts lie below it.
      return [threadLists, { queryKey: keyOf(getThread, { id }) }];
  }
}

/** Pages of the list only: its key is the beginning of every thread's. */
const threadLists: QueryFilters = {
  predicate: ({ queryKey }) =>
    queryKey[0] === keyOf(listThreads)[0] && typeof queryKey[1] !== 'string',
};

/** What a page that was just loaded may have missed before its socket opened: show night's lists, and the forums. */
export const liveLists: QueryFilters[] = [
  { queryKey: keyOf(listLiveShows) },
  { queryKey: keyOf(getShowLeaderboard) },
  {
    predicate: ({ queryKey }) =>
      queryKey[0] === '/api/shows' && `${queryKey[2]}`.startsWith('setlist'),
  },
  { queryKey: keyOf(listThreads) },
];

/** They carry their show's status, and their points. */
const predictions: QueryFilters[] = [
  { queryKey: keyOf(listMyPredictions) },
  { queryKey: keyOf(getPrediction) },
];

const songFigures: QueryFilters[] = [
  { queryKey: keyOf(listSongs) },
  { queryKey: keyOf(getTopSongs) },
  { queryKey: keyOf(getTrendingSongs) },
  { queryKey: keyOf(getTourPatterns) },
  { queryKey: keyOf(getVenueStatistics) },
];

/** One's own row in them lies below the same key. */
function standingsOf(id: string): QueryFilters[] {
  return [{ queryKey: keyOf(getShowLeaderboard, { id }) }];
}
