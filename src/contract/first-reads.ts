import type { CurrentUser } from './accounts.ts';
import type { Band } from './band.ts';
import type { Endpoint } from './endpoint.ts';
import { getHouseNight, getHouseRecord } from './house-players.ts';
import { getMyShowRow, getShowLeaderboard } from './leaderboards.ts';
import { getSetlist } from './setlists.ts';

/**
 * What a page of a signed-in user reads when it opens. The server embeds the responses in the page
 * it sends; after a navigation the browser requests them while the page's code loads. `liveId` is
 * the live show.
 */
export function firstReads(
  page: { path: string; reads?: FirstReads } | undefined,
  getParam: GetParam,
  liveId: string | undefined,
): Read[] {
  const pageReads = page?.reads?.(getParam, liveId) ?? [];
  return liveId ? [...pageReads, sidebarBoardOf(liveId)] : pageReads;
}

/** A page's part of its first reads, declared in `PAGES`. */
export type FirstReads = (getParam: GetParam, liveId: string | undefined) => Read[];

/** A GET that a page makes. Other parameters than the page's would give another cache key. */
export interface Read {
  endpoint: Endpoint & { method: 'GET' };
  params?: Record<string, string>;
  query?: Record<string, string>;
  isCounted?: true;
}

/** Returns a query parameter of the page's URL, or null. */
type GetParam = (name: string) => string | null;

export function setlistOf(id: string): Read {
  return { endpoint: getSetlist, params: { id } };
}

function boardOf(id: string, rows: string): Read {
  const query = { limit: rows, offset: '0' };
  return { endpoint: getShowLeaderboard, params: { id }, query, isCounted: true };
}

function sidebarBoardOf(id: string): Read {
  return { ...boardOf(id, '5'), query: { limit: '5' } };
}

export function standingsOf(id: string, rows: string): Read[] {
  const others = [getMyShowRow, getHouseNight].map((endpoint) => ({ endpoint, params: { id } }));
  return [boardOf(id, rows), ...others];
}

export function houseRecord(): Read[] {
  return [{ endpoint: getHouseRecord }];
}

export function byId(getParam: GetParam, endpoint: Read['endpoint']): Read[] {
  const id = getParam('id');
  return id ? [{ endpoint, params: { id } }] : [];
}

/** Data that the server embeds in a page so that its first render waits for no request. */
export interface PageData {
  band: Band;
  /** Null for a visitor. Absent in the static page for everyone, which fetches it. */
  user?: CurrentUser | null;
  /** Server time when the page was rendered, in the format of a `Date` header. */
  at?: string;
  answers?: readonly KnownResponse[];
}

/** A response to a GET. `data` is null for a 204; `total` is set for paged lists. */
export interface KnownResponse {
  path: Endpoint['path'];
  params?: Record<string, string>;
  query?: Record<string, string>;
  data: unknown;
  total?: number;
}
