import { LRUCache } from 'lru-cache';
import { type Concern, concernsOf } from '#contract/freshness.ts';
import {
  type GlobalRow,
  getGlobalLeaderboard,
  getShowLeaderboard,
  type ShowRow,
} from '#contract/leaderboards.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { numberOf } from '../db/read-by-user.ts';
import { notFound } from '../http/route.ts';
import type { PicksCache } from '../scoring/picks-cache.ts';
import { type Board, type BoardUser, boardOf, countPoints, standingOf } from './board.ts';
import { liveBoardOf } from './live-board.ts';
import { createPacedReads } from './paced-reads.ts';
import {
  countEntrants,
  findEntrants,
  findScored,
  findStandingOfShow,
  findTotals,
  hasPredicted,
  readScored,
  readTotals,
} from './queries.ts';

/** A board of 100,000 fans takes about 3 MB. */
const MAX_BOARDS = 8;

export type Boards = ReturnType<typeof createBoards>;

export function createBoards(
  context: Pick<Context, 'db' | 'changeVersions' | 'metrics'>,
  picksCache: PicksCache,
) {
  const { db } = context;
  const entrantPages = createPacedReads<BoardPage>();
  const global = createUntilStale<Board<GlobalRow>>('global', 1, context);
  const ofShow = createUntilStale<Board<ShowRow>>('show', MAX_BOARDS, context);

  async function makeBoardOf(showId: string): Promise<Board<ShowRow>> {
    const show = await findStandingOfShow(db, showId);
    if (!show) throw notFound('Show');
    if (show.status === 'live')
      return liveBoardOf(db, await picksCache.readLive(db, showId), show.setlist);
    return show.scoredAt ? scoredBoard(db, showId) : entrantsBoard(db, showId, entrantPages);
  }

  return {
    global: () => global('global', concernsOf(getGlobalLeaderboard), () => globalBoard(db)),
    /** Throws 404 for an unknown show. */
    ofShow: (id: string) =>
      ofShow(id, concernsOf(getShowLeaderboard, { id }), () => makeBoardOf(id)),
  };
}

async function globalBoard(db: Db): Promise<Board<GlobalRow>> {
  const totals = await readTotals(db);
  const [points = new Int32Array(), games = new Int32Array()] = totals.columns;
  return boardOf(standingOf(countPoints(points)), {
    page: (limit, offset) => findTotals(db, { limit, offset }),
    async rowOf(user) {
      const number = numberOf(totals, user.userId);
      if (number === undefined) return undefined;
      const [totalPoints = 0, gamesPlayed = 0] = [points[number], games[number]];
      return { ...user, totalPoints, gamesPlayed, averageScore: average(totalPoints, gamesPlayed) };
    },
  });
}

/** Rounds half up to two places, as PostgreSQL does. Integers keep a half exact. */
function average(points: number, games: number): string {
  return (Math.floor((200 * points + games) / (2 * games)) / 100).toFixed(2);
}

async function scoredBoard(db: Db, showId: string): Promise<Board<ShowRow>> {
  const scored = await readScored(db, showId);
  const [points = new Int32Array()] = scored.columns;
  return boardOf(standingOf(countPoints(points)), {
    page: (limit, offset) => findScored(db, showId, { limit, offset }),
    async rowOf(user) {
      const number = numberOf(scored, user.userId);
      return number === undefined ? undefined : { ...user, totalPoints: points[number] ?? 0 };
    },
  });
}

type BoardPage = Awaited<ReturnType<Board<ShowRow>['page']>>;

function entrantsBoard(
  db: Db,
  showId: string,
  paced: (name: string, read: () => Promise<BoardPage>) => Promise<BoardPage>,
): Board<ShowRow> {
  const toRow = (user: BoardUser) => ({ rank: 1, ...user, totalPoints: 0 });
  const total = () => countEntrants(db, showId);
  // Hundreds of submissions a second change this board before the lock, and every watching page
  // refetches it. So only the requested rows are read, and simultaneous requests share a read.
  return {
    total,
    page: (limit, offset) =>
      paced(`${showId} ${limit} ${offset}`, async () => {
        const entrants = await findEntrants(db, showId, { limit, offset });
        return { rows: entrants.map(toRow), total: await total() };
      }),
    rowOf: async (user) =>
      (await hasPredicted(db, showId, user.userId)) ? toRow(user) : undefined,
  };
}

/** Caches results by name until a dependency changes. Concurrent requests share one load. */
function createUntilStale<T extends object>(
  board: 'global' | 'show',
  max: number,
  { changeVersions, metrics }: Pick<Context, 'changeVersions' | 'metrics'>,
): (name: string, dependsOn: readonly Concern[], load: () => Promise<T>) => Promise<T> {
  const remembered = new LRUCache<string, { version: number; value: Promise<T> }>({ max });

  return (name, dependsOn, load) => {
    // Taken before the load, so that a change during the load makes the result stale.
    const version = changeVersions(dependsOn);
    const cached = remembered.get(name);
    const isFresh = cached?.version === version;
    metrics?.recordLookup('boards', isFresh);
    if (isFresh) return cached.value;
    const startedAt = performance.now();
    const entry = { version, value: load() };
    remembered.set(name, entry);
    entry.value.then(
      () => metrics?.boardMade(board, startedAt),
      () => {
        if (remembered.peek(name) === entry) remembered.delete(name);
      },
    );
    return entry.value;
  };
}
