import type { Endpoint } from '#contract/endpoint.ts';
import { getThread, listThreads } from '#contract/forums.ts';
import {
  getGlobalLeaderboard,
  getMyGlobalRow,
  getMyShowRow,
  getShowLeaderboard,
} from '#contract/leaderboards.ts';
import type { PageName } from '#contract/pages.ts';
import { getPrediction, listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShow, listShows, listUpcomingShows } from '#contract/shows.ts';
import { getSongHistory, listSongs } from '#contract/songs.ts';

/** A GET that a page makes: the same parameters, or its answer is kept under another key. */
export interface Read {
  endpoint: Endpoint;
  params?: Record<string, string>;
  query?: Record<string, string>;
}

/**
 * What a page of a signed-in user asks for as it opens. `search` is of its address, `liveId` the show
 * that is on. What is missing here the page asks for itself, only later; a journey holds the two together.
 */
export function firstReads(
  page: PageName | undefined,
  search: URLSearchParams,
  liveId: string | undefined,
): Read[] {
  const reads = page ? (READS[page]?.(search, liveId) ?? []) : [];
  // The sidebar's.
  return liveId ? [...reads, board(liveId, { limit: '5' })] : reads;
}

type ReadsOf = (search: URLSearchParams, liveId: string | undefined) => Read[];

const mine: Read = { endpoint: listMyPredictions };

const READS: Partial<Record<PageName, ReadsOf>> = {
  dashboard: (_, liveId) => [
    { endpoint: listUpcomingShows },
    mine,
    ...(liveId ? [setlist(liveId)] : []),
  ],
  showSchedule: () => [{ endpoint: listShows }, mine],
  settings: () => [{ endpoint: listSongs }],
  game(search) {
    const showId = search.get('show');
    const predictionId = search.get('edit');
    if (predictionId)
      return [{ endpoint: getPrediction, params: { id: predictionId } }, { endpoint: listSongs }];
    if (!showId) return [{ endpoint: listUpcomingShows }, mine];
    return [{ endpoint: getShow, params: { id: showId } }, mine, { endpoint: listSongs }];
  },
  myPredictions: () => [mine],
  statistics: (search) => (search.has('tab') ? [{ endpoint: listSongs }] : [mine]),
  showLeaderboard(search) {
    const id = search.get('show');
    return [
      { endpoint: listShows },
      ...(id ? [board(id, { limit: '50', offset: '0' }), ownRow(id)] : []),
    ];
  },
  globalLeaderboard: () => [
    { endpoint: getGlobalLeaderboard, query: { limit: '50', offset: '0' } },
    { endpoint: getMyGlobalRow },
  ],
  liveSetlist(search, liveId) {
    const chosen = search.get('show');
    const id = chosen ?? liveId;
    if (!id) return [{ endpoint: listShows }];
    const night = [setlist(id), board(id, { limit: '20', offset: '0' }), ownRow(id), mine];
    return chosen ? [{ endpoint: getShow, params: { id } }, ...night] : night;
  },
  forums: () => [{ endpoint: listThreads, query: { limit: '50', offset: '0' } }],
  thread: (search) => withId(search, getThread),
  song: (search) => withId(search, getSongHistory),
  songDatabase: () => [{ endpoint: listSongs }],
  admin: () => [{ endpoint: listShows }],
};

function setlist(id: string): Read {
  return { endpoint: getSetlist, params: { id } };
}

function board(id: string, query: Record<string, string>): Read {
  return { endpoint: getShowLeaderboard, params: { id }, query };
}

function ownRow(id: string): Read {
  return { endpoint: getMyShowRow, params: { id } };
}

function withId(search: URLSearchParams, endpoint: Endpoint): Read[] {
  const id = search.get('id');
  return id ? [{ endpoint, params: { id } }] : [];
}
