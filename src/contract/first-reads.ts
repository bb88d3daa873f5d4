import type { CurrentUser } from './accounts.ts';
import type { Band } from './band.ts';
import type { Endpoint } from './endpoint.ts';
import { getHouseNight, getHouseRecord } from './house-players.ts';
import { getMyShowRow, getShowLeaderboard } from './leaderboards.ts';
import { getSetlist } from './setlists.ts';

/**
 * What a page of a signed-in user reads as it opens: the server writes the answers into the page that
 * it sends, the browser asks for them while the page's code is on its way. `liveId` is the show that
 * is on.
 */
export function firstReads(
  page: { path: string; reads?: FirstReads } | undefined,
  asked: Asked,
  liveId: string | undefined,
): Read[] {
  const own = page?.reads?.(asked, liveId) ?? [];
  return liveId ? [...own, sidebarBoardOf(liveId)] : own;
}

/** What one page adds to it, in the table of pages. */
export type FirstReads = (asked: Asked, liveId: string | undefined) => Read[];

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

export function setlistOf(id: string): Read {
  return { endpoint: getSetlist, params: { id } };
}

/** The first rows of a show's leaderboard. */
function boardOf(id: string, rows: string): Read {
  const query = { limit: rows, offset: '0' };
  return { endpoint: getShowLeaderboard, params: { id }, query, isCounted: true };
}

function sidebarBoardOf(id: string): Read {
  return { ...boardOf(id, '5'), query: { limit: '5' } };
}

/** A show's leaderboard from its first row on, one's own row, and the house players. */
export function standingsOf(id: string, rows: string): Read[] {
  const others = [getMyShowRow, getHouseNight].map((endpoint) => ({ endpoint, params: { id } }));
  return [boardOf(id, rows), ...others];
}

export function houseRecord(): Read[] {
  return [{ endpoint: getHouseRecord }];
}

/** The one thing that `?id=` names. */
export function byId(asked: Asked, endpoint: Read['endpoint']): Read[] {
  const id = asked('id');
  return id ? [{ endpoint, params: { id } }] : [];
}

/** What the server writes into a page, so that its first picture waits for no call. */
export interface PageFacts {
  band: Band;
  /** Who is signed in, null for nobody; absent in the one page for all, which asks. */
  user?: CurrentUser | null;
  /** When the page was written, by the server's clock, as a `Date` header says it. */
  at?: string;
  /** What the page would ask for first. */
  answers?: readonly KnownAnswer[];
}

/** The answer to a GET: null where there is none, with `total` where the list comes in pages. */
export interface KnownAnswer {
  path: Endpoint['path'];
  params?: Record<string, string>;
  query?: Record<string, string>;
  data: unknown;
  total?: number;
}
