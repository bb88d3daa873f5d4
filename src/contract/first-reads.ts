import type { CurrentUser } from './accounts.ts';
import type { Band } from './band.ts';
import { listBlocks } from './blocks.ts';
import type { Endpoint } from './endpoint.ts';
import { getFanSheet } from './fan-sheets.ts';
import { getFan } from './fans.ts';
import { findForumCategory, getThread, listThreads } from './forums.ts';
import {
  getHouseNight,
  getHouseRecord,
  getHouseTotals,
  getMyHouseRecord,
} from './house-players.ts';
import {
  getGlobalLeaderboard,
  getMyGlobalRow,
  getMyShowRow,
  getShowLeaderboard,
  listMyResults,
} from './leaderboards.ts';
import { getPrediction, listMyPredictions } from './predictions.ts';
import { getSetlist, getSetlistCredits } from './setlists.ts';
import { getShow, listShows, listUpcomingShows } from './shows.ts';
import { listSongs } from './songs.ts';
import { getMyStatistics } from './statistics.ts';
import {
  getMyTourRow,
  getTourLeaderboard,
  isGlobalBoard,
  listTours,
  readBoardChoice,
} from './tour-boards.ts';
import { listVoidedPredictions } from './voided-predictions.ts';

/** Lists the first reads: embedded by the server, or requested while the page's code loads. */
export function firstReads(
  page: { path: string; reads?: FirstReads } | undefined,
  getParam: GetParam,
  liveId: string | undefined,
): Read[] {
  const pageReads = page?.reads?.(getParam, liveId) ?? [];
  return liveId ? [...pageReads, sidebarLeaderboardRead(liveId)] : pageReads;
}

/** Finds a value in a page's path, or else in its query. */
export function createGetParam(
  pathParams: Readonly<Record<string, string>> = {},
  query: { get: GetParam },
): GetParam {
  return (name) => pathParams[name] ?? query.get(name);
}

export type FirstReads = (getParam: GetParam, liveId: string | undefined) => Read[];

/** The parameters must equal the page's, because they are part of the cache key. */
export interface Read {
  endpoint: Endpoint & { method: 'GET' };
  params?: Record<string, string>;
  query?: Record<string, string>;
  isCounted?: true;
}

type GetParam = (name: string) => string | null;

export function setlistRead(id: string): Read {
  return { endpoint: getSetlist, params: { id } };
}

function leaderboardRead(id: string, rows: string): Read {
  const query = { limit: rows, offset: '0' };
  return { endpoint: getShowLeaderboard, params: { id }, query, isCounted: true };
}

function sidebarLeaderboardRead(id: string): Read {
  return { ...leaderboardRead(id, '5'), query: { limit: '5' } };
}

export function standingsReads(id: string, rows: string): Read[] {
  const userReads = [getMyShowRow, getHouseNight].map((endpoint) => ({ endpoint, params: { id } }));
  return [leaderboardRead(id, rows), ...userReads, { endpoint: getMyHouseRecord }];
}

export function liveSetlistReads(getParam: GetParam, liveId: string | undefined): Read[] {
  const requestedId = getParam('show');
  const id = requestedId ?? liveId;
  if (!id) return [{ endpoint: listShows }, { endpoint: listMyPredictions }];
  const showReads = [
    setlistRead(id),
    ...standingsReads(id, '20'),
    { endpoint: getThread, params: { id } },
    { endpoint: getSetlistCredits, params: { id } },
    { endpoint: listMyPredictions },
  ];
  return requestedId ? [{ endpoint: getShow, params: { id } }, ...showReads] : showReads;
}

export function gameReads(getParam: GetParam): Read[] {
  const myPredictions = { endpoint: listMyPredictions };
  const songs = { endpoint: listSongs };
  const [showId, predictionId] = [getParam('show'), getParam('edit')];
  if (predictionId) return [{ endpoint: getPrediction, params: { id: predictionId } }, songs];
  if (showId)
    return [
      { endpoint: getShow, params: { id: showId } },
      myPredictions,
      { endpoint: listVoidedPredictions },
      songs,
    ];
  return [{ endpoint: listUpcomingShows }, myPredictions];
}

export function globalStandingsReads(getParam: GetParam): Read[] {
  const choice = readBoardChoice(getParam);
  const { period, by } = choice;
  if (!isGlobalBoard(choice)) {
    const query = { ...period, by };
    return [
      { endpoint: listTours },
      {
        endpoint: getTourLeaderboard,
        query: { ...query, limit: '50', offset: '0' },
        isCounted: true,
      },
      { endpoint: getMyTourRow, query },
    ];
  }
  return [
    { endpoint: listTours },
    { endpoint: getGlobalLeaderboard, query: { limit: '50', offset: '0' }, isCounted: true },
    ...[getMyGlobalRow, getHouseTotals, getMyHouseRecord].map((endpoint) => ({ endpoint })),
  ];
}

export function threadReads(getParam: GetParam): Read[] {
  const category = findForumCategory(getParam('category'));
  const query = { limit: '50', offset: '0', ...(category && { category }) };
  return [{ endpoint: listThreads, query, isCounted: true }];
}

export function dashboardReads(_: GetParam, liveId: string | undefined): Read[] {
  return [{ endpoint: listUpcomingShows }, { endpoint: listMyPredictions }, ...liveReads(liveId)];
}

export function showLeaderboardReads(getParam: GetParam, liveId: string | undefined): Read[] {
  const id = getParam('show') ?? liveId;
  const boardReads = id ? [...standingsReads(id, '50'), setlistRead(id)] : [];
  return [{ endpoint: listShows }, ...boardReads];
}

export function fanSheetReads(getParam: GetParam): Read[] {
  const [username, id] = [getParam('username'), getParam('id')];
  if (!username || !id) return [];
  return [
    { endpoint: getShow, params: { id } },
    { endpoint: getFanSheet, params: { username, id } },
  ];
}

export function fanReads(getParam: GetParam): Read[] {
  const username = getParam('username');
  return username ? [{ endpoint: getFan, params: { username } }, { endpoint: listBlocks }] : [];
}

export function houseRecordReads(): Read[] {
  return [{ endpoint: getHouseRecord }];
}

export function myPredictionsReads(_: GetParam, liveId: string | undefined): Read[] {
  const endpoints = [listMyPredictions, listVoidedPredictions, listMyResults];
  return [...endpoints.map((endpoint) => ({ endpoint })), ...liveReads(liveId)];
}

export function liveReads(liveId: string | undefined): Read[] {
  if (!liveId) return [];
  return [setlistRead(liveId), { endpoint: getMyShowRow, params: { id: liveId } }];
}

export function statisticsReads(getParam: GetParam): Read[] {
  if (getParam('tab') !== null) return [{ endpoint: listSongs }];
  return [listMyPredictions, listMyResults, getMyStatistics].map((endpoint) => ({ endpoint }));
}

export function readById(getParam: GetParam, endpoint: Read['endpoint']): Read[] {
  const id = getParam('id');
  return id ? [{ endpoint, params: { id } }] : [];
}

/** Lets the server render the fan's local times. */
export const TIME_ZONE_COOKIE = 'time_zone';

/** Embedded in a page by the server, so that the first render needs no request. */
export interface PageData {
  band: Band;
  /** Null for a visitor; absent in the static page, which fetches it. */
  user?: CurrentUser | null;
  /** Server time in the format of a `Date` header. */
  at?: string;
  /** The fan's time zone, if the server rendered the page's first screen with it. */
  timeZone?: string;
  /** The socket replays what changed after this position (see `RECENT_QUERY`). */
  position?: string;
  responses?: readonly EmbeddedResponse[];
}

/** `data` is null for a 204; `total` is set for paged lists. */
export interface EmbeddedResponse {
  path: Endpoint['path'];
  params?: Record<string, string>;
  query?: Record<string, string>;
  data: unknown;
  total?: number;
}
