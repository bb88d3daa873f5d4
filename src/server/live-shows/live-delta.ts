import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  LIVE_TOP_ROWS,
  type LiveDelta,
  type Standings,
  setlistDeltaOf,
} from '#contract/live-shows.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Db } from '../db/open.ts';
import { ApiError } from '../http/api-error.ts';
import type { Boards } from '../leaderboards/boards.ts';
import type { FindDelta } from '../realtime/hub.ts';
import { findSetlist } from '../setlists/queries.ts';

/** For a live show beyond this limit, the next event carries all rows. */
const MAX_SHOWS = 8;

/**
 * The data sent with a show's events, so that pages need no request. It is read when the event is
 * sent, once for all sockets. A standings event carries standings only if no song's event did.
 */
export function createLiveDeltas(db: Db, boards: Boards): FindDelta {
  const sentSetlists = new LRUCache<string, readonly SetlistEntry[]>({ max: MAX_SHOWS });
  const sentStandings = new LRUCache<string, number>({ max: MAX_SHOWS });

  return ({ topic, subjectId, version }) => {
    if (!subjectId) return undefined;
    if (topic === 'setlist') return setlistDelta(subjectId, version);
    const isSent = version <= (sentStandings.get(subjectId) ?? 0);
    return topic === 'standings' && !isSent ? standingsDelta(subjectId, version) : undefined;
  };

  async function setlistDelta(showId: string, version: number): Promise<LiveDelta> {
    const standings = await inTime(standingsNow(showId));
    const rows = await findSetlist(db, showId);
    const setlist = setlistDeltaOf(sentSetlists.get(showId) ?? [], rows);
    sentSetlists.set(showId, rows);
    return { ...deltaOf(showId, version, standings), setlist };
  }

  async function standingsDelta(showId: string, version: number): Promise<LiveDelta | undefined> {
    return deltaOf(showId, version, await standingsNow(showId));
  }

  function standingsNow(showId: string): Promise<Standings | undefined> {
    return standingsOf(boards, showId).catch(ignoreNotFound);
  }

  function deltaOf(showId: string, version: number, standings: Standings | undefined) {
    if (!standings) return undefined;
    sentStandings.set(showId, version);
    return { standings };
  }
}

/** Reading all picks of a large show takes seconds. A song's row waits no longer than this. */
const STANDINGS_TIMEOUT_MS = 300;

async function inTime(making: Promise<Standings | undefined>): Promise<Standings | undefined> {
  const ending = new AbortController();
  try {
    return await Promise.race([
      making,
      sleep(STANDINGS_TIMEOUT_MS, undefined, { signal: ending.signal, ref: false }),
    ]);
  } finally {
    ending.abort();
    // Avoids an unhandled rejection. The next caller gets the error.
    making.catch(() => undefined);
  }
}

/** The event being sent may be the show's deletion. */
function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof ApiError && error.statusCode === 404)) throw error;
}

/** Undefined before the show has points. */
export async function standingsOf(boards: Boards, showId: string): Promise<Standings | undefined> {
  const board = await boards.ofShow(showId);
  if (!board.ranks) return undefined;
  const { rows: top, total } = await board.page(LIVE_TOP_ROWS, 0);
  return { total, top, ranks: board.ranks };
}
