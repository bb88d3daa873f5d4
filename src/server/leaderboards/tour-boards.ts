import { type SQL, sql } from 'drizzle-orm';
import { resolveConcerns } from '#contract/freshness.ts';
import {
  type BoardOrder,
  type BoardPeriod,
  getTourLeaderboard,
  listTours,
  minGamesForAverage,
  type TourRow,
} from '#contract/tour-boards.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { type ByUser, findUserIndex, getUserIdAt, readByUser } from '../db/read-by-user.ts';
import { type Board, formatAverage } from './board.ts';
import { type BoardShow, findBoardShows, listPeriods, selectScoredShows } from './board-periods.ts';
import { createPacedReads } from './paced-reads.ts';
import { findUsers } from './queries.ts';
import { createTurns } from './run-in-turn.ts';
import { createVersionedCache } from './versioned-cache.ts';

/** A board with 100,000 fans takes about 4 MB. */
const MAX_BOARDS = 24;

type TourBoard = Omit<Board<TourRow>, 'ranks'>;

export function createTourBoards(context: Pick<Context, 'db' | 'changeVersions' | 'metrics'>) {
  const { db } = context;
  const cachedShows = createVersionedCache<BoardShow[]>('tour', 1, context);
  const cachedBoards = createVersionedCache<TourBoard>('tour', MAX_BOARDS, context);
  const readPaced = createPacedReads<TourBoard>();
  /** One at a time, because each build scans all predictions of its shows. */
  const buildInTurn = createTurns();
  const findShows = () =>
    cachedShows('shows', resolveConcerns(listTours), () => findBoardShows(db));

  return {
    async list() {
      return listPeriods(await findShows());
    },
    async forPeriod(period: BoardPeriod, order: BoardOrder): Promise<TourBoard> {
      // Unknown periods aren't cached, so that they don't evict boards.
      if (selectScoredShows(await findShows(), period).length === 0)
        return createTourBoard(db, NO_FANS);
      const key = JSON.stringify([period, order]);
      return cachedBoards(key, resolveConcerns(getTourLeaderboard), () =>
        readPaced(key, () =>
          buildInTurn(async () => {
            // Read again, because shows may have changed before the board's version was read.
            return buildBoard(db, selectScoredShows(await findShows(), period), order);
          }),
        ),
      );
    },
  };
}

const NO_FANS: ByUser = { count: 0, userIds: new Uint8Array(), columns: [] };

const COLUMNS = ['points', 'games', 'nights', 'place', 'rank'] as const;

const ORDERS: Record<BoardOrder, { key: SQL; isRanked(showCount: number): SQL }> = {
  total: { key: sql`points`, isRanked: () => sql`true` },
  average: {
    key: sql`round(points::numeric / games, 2)`,
    isRanked: (showCount) => sql`games >= ${minGamesForAverage(showCount)}::int`,
  },
  nights: { key: sql`nights`, isRanked: () => sql`nights > 0` },
};

async function buildBoard(db: Db, showIds: string[], order: BoardOrder): Promise<TourBoard> {
  const { key, isRanked } = ORDERS[order];
  const ids = sql.param(`{${showIds.join()}}`);
  const rows = sql`
    with best as (
      select show_id, max(points) as points from predictions
      where show_id = any(${ids}::uuid[]) group by show_id
    ),
    fans as (
      select user_id, sum(prediction.points)::int as points, count(*)::int as games,
        (count(*) filter (where prediction.points > 0 and prediction.points = best.points))::int
          as nights
      from predictions prediction join best using (show_id)
      where prediction.points is not null
      group by user_id
    )
    select user_id, points, games, nights, rank() over (order by ${key} desc)::int as rank,
      row_number() over (order by ${key} desc, users.username_key collate "C")::int as place
    from fans join users on users.id = user_id
    where ${isRanked(showIds.length)}`;
  return createTourBoard(db, await readByUser(db, { rows, columns: COLUMNS }));
}

function createTourBoard(db: Db, fans: ByUser): TourBoard {
  const [points, games, nights, places = new Int32Array(), ranks] = fans.columns;
  const order = new Uint32Array(fans.count);
  for (const [index, place] of places.entries()) order[place - 1] = index;

  const toRow = (index: number, user: { userId: string; username: string }): TourRow => {
    const [totalPoints = 0, gamesPlayed = 0] = [points?.[index], games?.[index]];
    return {
      ...user,
      rank: ranks?.[index] ?? 0,
      totalPoints,
      gamesPlayed,
      averageScore: formatAverage(totalPoints, gamesPlayed),
      nightsWon: nights?.[index] ?? 0,
    };
  };
  return {
    total: async () => fans.count,
    async page(limit, offset) {
      const indexes = [...order.subarray(offset, offset + limit)];
      const users = await findUsers(
        db,
        indexes.map((index) => getUserIdAt(fans, index)),
      );
      const rows = indexes.map((index) => {
        const userId = getUserIdAt(fans, index);
        return toRow(index, { userId, username: users.get(userId)?.username ?? '' });
      });
      return { rows, total: fans.count };
    },
    async findRow(user) {
      const index = findUserIndex(fans, user.userId);
      return index === undefined ? undefined : toRow(index, user);
    },
  };
}
