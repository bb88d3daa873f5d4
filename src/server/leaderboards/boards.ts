import { type Concern, resolveConcerns } from '#contract/freshness.ts';
import {
  type GlobalRow,
  getGlobalLeaderboard,
  getShowLeaderboard,
  type ShowRow,
} from '#contract/leaderboards.ts';
import { getRarityBoard } from '#contract/rarity.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { findUserIndex } from '../db/read-by-user.ts';
import { notFound } from '../http/route.ts';
import type { PicksCache } from '../scoring/picks-cache.ts';
import { calculatePoints } from '../scoring/show-picks.ts';
import {
  type Board,
  type BoardUser,
  countPoints,
  createBoard,
  formatAverage,
  rankCounts,
} from './board.ts';
import { createMyResults, createShowStandings } from './my-results.ts';
import { createPacedReads } from './paced-reads.ts';
import { createPicksBoard } from './picks-board.ts';
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
import { createRarityBoard } from './rarity-board.ts';
import { createTourBoards } from './tour-boards.ts';
import { createVersionedCache } from './versioned-cache.ts';

/** A board with 100,000 fans takes about 3 MB. */
const MAX_BOARDS = 8;

export type Boards = ReturnType<typeof createBoards>;

export function createBoards(
  context: Pick<Context, 'db' | 'changeVersions' | 'metrics'>,
  picksCache: PicksCache,
) {
  const { db } = context;
  const findShowStandings = createShowStandings(context);
  const entrantPages = createPacedReads<BoardPage>();
  const globalBoards = createVersionedCache<Board<GlobalRow>>('global', 1, context);
  const showBoards = createVersionedCache<Board<ShowRow>>('show', MAX_BOARDS, context);
  const rarityBoards = createVersionedCache<Board<ShowRow>>('rarity', MAX_BOARDS, context);

  async function buildShowBoard(showId: string): Promise<Board<ShowRow>> {
    const show = await findScoringState(db, showId);
    if (!show) throw notFound('Show');
    if (show.status === 'live') {
      const picks = await picksCache.readLive(db, showId);
      return createPicksBoard(db, picks, await calculatePoints(picks, show.setlist));
    }
    return show.scoredAt
      ? buildScoredBoard(db, showId)
      : createEntrantsBoard(db, showId, entrantPages);
  }

  return {
    global: () =>
      globalBoards('global', resolveConcerns(getGlobalLeaderboard), () => buildGlobalBoard(db)),
    forShow: (id: string) =>
      showBoards(id, resolveConcerns(getShowLeaderboard, { id }).filter(isBoardConcern), () =>
        buildShowBoard(id),
      ),
    rarityForShow: (id: string) =>
      rarityBoards(id, resolveConcerns(getRarityBoard, { id }).filter(isBoardConcern), () =>
        createRarityBoard(db, id),
      ),
    findResults: createMyResults(db, findShowStandings),
    findShowStandings,
    tours: createTourBoards(context),
  };
}

/** Rows are read with their privacy settings, so a changed setting needn't rebuild the board. */
function isBoardConcern({ topic }: Concern): boolean {
  return topic !== 'privacy';
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
  // Hundreds of submissions a second change this board, so it reads only the requested rows.
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
