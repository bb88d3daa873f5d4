import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Change } from '#contract/freshness.ts';
import {
  diffSetlists,
  LIVE_TOP_ROWS,
  type LiveDelta,
  type Standings,
} from '#contract/live-shows.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Db } from '../db/open.ts';
import { ApiError } from '../http/api-error.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { findSetlist } from '../setlists/queries.ts';

/** If more shows are live, the evicted show's next event has all rows. */
const MAX_SHOWS = 8;

/** Called once per event for all sockets. Omits standings that a setlist event already sent. */
export function createLiveDeltas(db: Db, boards: Boards) {
  const sentSetlists = new LRUCache<string, readonly SetlistEntry[]>({ max: MAX_SHOWS });
  const sentStandings = new LRUCache<string, number>({ max: MAX_SHOWS });

  return ({ topic, subjectId, version }: Change): Promise<LiveDelta | undefined> | undefined => {
    if (!subjectId) return undefined;
    if (topic === 'setlist') return findSetlistDelta(subjectId, version);
    const wasSent = version <= (sentStandings.get(subjectId) ?? 0);
    return topic === 'standings' && !wasSent ? findStandingsDelta(subjectId, version) : undefined;
  };

  async function findSetlistDelta(showId: string, version: number): Promise<LiveDelta> {
    const standings = await withTimeout(readStandingsIfFound(showId));
    const rows = await findSetlist(db, showId);
    const setlist = diffSetlists(sentSetlists.get(showId) ?? [], rows);
    sentSetlists.set(showId, rows);
    return { ...toDelta(showId, version, standings), setlist };
  }

  async function findStandingsDelta(
    showId: string,
    version: number,
  ): Promise<LiveDelta | undefined> {
    return toDelta(showId, version, await readStandingsIfFound(showId));
  }

  function readStandingsIfFound(showId: string): Promise<Standings | undefined> {
    return readStandings(boards, showId).catch(ignoreNotFound);
  }

  function toDelta(showId: string, version: number, standings: Standings | undefined) {
    if (!standings) return undefined;
    sentStandings.set(showId, version);
    return { standings };
  }
}

/** Reading all picks of a large show takes seconds. A setlist event waits at most this long. */
const STANDINGS_TIMEOUT_MS = 300;

async function withTimeout(
  standings: Promise<Standings | undefined>,
): Promise<Standings | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      standings,
      sleep(STANDINGS_TIMEOUT_MS, undefined, { signal: timer.signal, ref: false }),
    ]);
  } finally {
    timer.abort();
    // Avoids an unhandled rejection. The next caller gets the error.
    standings.catch(() => undefined);
  }
}

/** The show may be missing because the event announces its deletion. */
function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof ApiError && error.statusCode === 404)) throw error;
}

/** Returns undefined before the show has points. */
export async function readStandings(
  boards: Boards,
  showId: string,
): Promise<Standings | undefined> {
  const board = await boards.forShow(showId);
  if (!board.ranks) return undefined;
  const { rows: top, total } = await board.page(LIVE_TOP_ROWS, 0);
  return { total, top, ranks: board.ranks };
}
