import type { Endpoint } from './endpoint.ts';
import { getThread, listThreads } from './forums.ts';
import {
  getGlobalLeaderboard,
  getMyGlobalRow,
  getMyShowRow,
  getShowLeaderboard,
} from './leaderboards.ts';
import type { PageName } from './pages.ts';
import { getPrediction, listMyPredictions } from './predictions.ts';
import { getSetlist } from './setlists.ts';
import { getShow, listShows, listUpcomingShows } from './shows.ts';
import { getSongHistory, listSongs } from './songs.ts';

/** A GET that a page makes: the same parameters, or its answer is kept under another key. */
export interface Read {
  endpoint: Endpoint & { method: 'GET' };
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The page wants the whole list's count with it. */
  isCounted?: true;
}

/** What an address asks for by a name; null where it does not. */
type Asked = (name: string) => string | null;

/**
 * What a page of a signed-in user reads as it opens: the server writes the answers into the page that it
 * sends, the browser asks for them while the code of a page is on its way. `liveId` is the show that is on. What is missing here the page asks for itself, only later; a journey holds the two together.
 */
export function firstReads(
  page: PageName | undefined,
  asked: Asked,
  liveId: string | undefined,
): Read[] {
  const reads = page ? (READS[page]?.(asked, liveId) ?? []) : [];
  // The sidebar's.
  return liveId ? [...reads, board(liveId, { limit: '5' })] : reads;
}

type ReadsOf = (asked: Asked, liveId: string | undefined) => Read[];

const mine: Read = { endpoint: listMyPredictions };

const READS: Partial<Record<PageName, ReadsOf>> = {
  dashboard: (_, liveId) => [
    { endpoint: listUpcomingShows },
    mine,
    ...(liveId ? [setlist(liveId)] : []),
  ],
  showSchedule: () => [{ endpoint: listShows }, mine],
  settings: () => [{ endpoint: listSongs }],
  game(asked) {
    const showId = asked('show');
    const predictionId = asked('edit');
    if (predictionId)
      return [{ endpoint: getPrediction, params: { id: predictionId } }, { endpoint: listSongs }];
    if (!showId) return [{ endpoint: listUpcomingShows }, mine];
    return [{ endpoint: getShow, params: { id: showId } }, mine, { endpoint: listSongs }];
  },
  myPredictions: () => [mine],
  statistics: (asked) => (asked('tab') !== null ? [{ endpoint: listSongs }] : [mine]),
  showLeaderboard(asked) {
    const id = asked('show');
    return [
      { endpoint: listShows },
      ...(id ? [board(id, { limit: '50', offset: '0' }), ownRow(id)] : []),
    ];
  },
  globalLeaderboard: () => [
    { endpoint: getGlobalLeaderboard, query: { limit: '50', offset: '0' }, isCounted: true },
    { endpoint: getMyGlobalRow },
  ],
  liveSetlist(asked, liveId) {
    const chosen = asked('show');
    const id = chosen ?? liveId;
    if (!id) return [{ endpoint: listShows }];
    const night = [setlist(id), board(id, { limit: '20', offset: '0' }), ownRow(id), mine];
    return chosen ? [{ endpoint: getShow, params: { id } }, ...night] : night;
  },
  forums: () => [{ endpoint: listThreads, query: { limit: '50', offset: '0' }, isCounted: true }],
  thread: (asked) => withId(asked, getThread),
  song: (asked) => withId(asked, getSongHistory),
  songDatabase: () => [{ endpoint: listSongs }],
  admin: () => [{ endpoint: listShows }],
};

function setlist(id: string): Read {
  return { endpoint: getSetlist, params: { id } };
}

function board(id: string, query: Record<string, string>): Read {
  return { endpoint: getShowLeaderboard, params: { id }, query, isCounted: true };
}

function ownRow(id: string): Read {
  return { endpoint: getMyShowRow, params: { id } };
}

function withId(asked: Asked, endpoint: Read['endpoint']): Read[] {
  const id = asked('id');
  return id ? [{ endpoint, params: { id } }] : [];
}
