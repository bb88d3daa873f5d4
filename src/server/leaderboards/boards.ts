import { resolveConcerns } from '#contract/freshness.ts';
import {
  type GlobalRow,
  getGlobalLeaderboard,
  getShowLeaderboard,
  type ShowRow,
} from '#contract/leaderboards.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { findUserIndex } from '../db/read-by-user.ts';
import { notFound } from '../http/route.ts';
import type { PicksCache } from '../scoring/picks-cache.ts';
import { type Board, type BoardUser, countPoints, createBoard, rankCounts } from './board.ts';
import { createLiveBoard } from './live-board.ts';
import { createMyResults } from './my-results.ts';
import { createPacedReads } from './paced-reads.ts';
import {
  countEntrants,
  findEntrants,
  findGlobalRows,
  findScoredRows,
  findScoringState,
  hasPredicted,
  readScores,
  readTotals,
} from './queries.ts';
import { createVersionedCache } from './versioned-cache.ts';

/** A board of 100,000 fans takes about 3 MB. */
const MAX_BOARDS = 8;

export type Boards = ReturnType<typeof createBoards>;

export function createBoards(
  context: Pick<Context, 'db' | 'changeVersions' | 'metrics'>,
  picksCache: PicksCache,
) {
  const { db } = context;
  const entrantPages = createPacedReads<BoardPage>();
  const globalBoards = createVersionedCache<Board<GlobalRow>>('global', 1, context);
  const showBoards = createVersionedCache<Board<ShowRow>>('show', MAX_BOARDS, context);

  async function buildShowBoard(showId: string): Promise<Board<ShowRow>> {
    const show = await findScoringState(db, showId);
    if (!show) throw notFound('Show');
    if (show.status === 'live')
      return createLiveBoard(db, await picksCache.readLive(db, showId), show.setlist);
    return show.scoredAt
      ? buildScoredBoard(db, showId)
      : createEntrantsBoard(db, showId, entrantPages);
  }

  return {
    global: () =>
      globalBoards('global', resolveConcerns(getGlobalLeaderboard), () => buildGlobalBoard(db)),
    /** Throws 404 for an unknown show. */
    forShow: (id: string) =>
      showBoards(id, resolveConcerns(getShowLeaderboard, { id }), () => buildShowBoard(id)),
    findResults: createMyResults(context),
  };
}

async function buildGlobalBoard(db: Db): Promise<Board<GlobalRow>> {
  const totals = await readTotals(db);
  const [points = new Int32Array(), games = new Int32Array()] = totals.columns;
  return createBoard(rankCounts(countPoints(points)), {
    page: (limit, offset) => findGlobalRows(db, { limit, offset }),
    async findRow(user) {
      const number = findUserIndex(totals, user.userId);
      if (number === undefined) return undefined;
      const [totalPoints = 0, gamesPlayed = 0] = [points[number], games[number]];
      return {
        ...user,
        totalPoints,
        gamesPlayed,
        averageScore: formatAverage(totalPoints, gamesPlayed),
      };
    },
  });
}

/** Rounds half up to two places, as PostgreSQL does. Integer arithmetic keeps halves exact. */
function formatAverage(points: number, games: number): string {
  return (Math.floor((200 * points + games) / (2 * games)) / 100).toFixed(2);
}

async function buildScoredBoard(db: Db, showId: string): Promise<Board<ShowRow>> {
  const scores = await readScores(db, showId);
  const [points = new Int32Array()] = scores.columns;
  return createBoard(rankCounts(countPoints(points)), {
    page: (limit, offset) => findScoredRows(db, showId, { limit, offset }),
    async findRow(user) {
      const number = findUserIndex(scores, user.userId);
      return number === undefined ? undefined : { ...user, totalPoints: points[number] ?? 0 };
    },
  });
}

type BoardPage = Awaited<ReturnType<Board<ShowRow>['page']>>;

function createEntrantsBoard(
  db: Db,
  showId: string,
  readPaced: (key: string, read: () => Promise<BoardPage>) => Promise<BoardPage>,
): Board<ShowRow> {
  const toRow = (user: BoardUser) => ({ rank: 1, ...user, totalPoints: 0 });
  const total = () => countEntrants(db, showId);
  // Hundreds of submissions a second change this board before the lock, and every open page
  // refetches it, so it reads only the requested rows and simultaneous requests share a read.
  return {
    total,
    page: (limit, offset) =>
      readPaced(`${showId} ${limit} ${offset}`, async () => {
        const entrants = await findEntrants(db, showId, { limit, offset });
        return { rows: entrants.map(toRow), total: await total() };
      }),
    findRow: async (user) =>
      (await hasPredicted(db, showId, user.userId)) ? toRow(user) : undefined,
  };
}
