import type { FastifyInstance } from 'fastify';
import type { QueryOf } from '#contract/endpoint.ts';
import * as contract from '#contract/leaderboards.ts';
import { getMyRarityRow, getRarityBoard } from '#contract/rarity.ts';
import {
  type BoardPeriod,
  getMyTourRow,
  getTourLeaderboard,
  listTours,
} from '#contract/tour-boards.ts';
import { read, type SharedCall } from '../http/read.ts';
import { route } from '../http/route.ts';
import type { Board } from './board.ts';
import type { Boards } from './boards.ts';

export function leaderboardRoutes(app: FastifyInstance, boards: Boards): void {
  read(app, contract.getGlobalLeaderboard, async (call) => readPage(await boards.global(), call));

  route(app, contract.getMyGlobalRow, async ({ viewer }) =>
    (await boards.global()).findRow(viewer),
  );

  read(app, contract.getShowLeaderboard, async (call) =>
    readPage(await boards.forShow(call.params.id), call),
  );

  route(app, contract.getMyShowRow, async ({ params: { id }, viewer }) => {
    const board = await boards.forShow(id);
    const row = await board.findRow(viewer);
    if (!row) return undefined;
    const { ranks } = board;
    // Reports 0 for an open show, because every submission would change the count.
    if (!ranks) return { ...row, behind: 0 };
    const total = await board.total();
    return { ...row, behind: contract.countBehind(row.totalPoints, { ranks, total }) };
  });

  read(app, getRarityBoard, async (call) =>
    readPage(await boards.rarityForShow(call.params.id), call),
  );

  route(app, getMyRarityRow, async ({ params: { id }, viewer }) =>
    (await boards.rarityForShow(id)).findRow(viewer),
  );

  read(
    app,
    contract.listMyResults,
    async ({ viewer }) => viewer.userId,
    ({ variant: userId }) => boards.findResults(userId),
  );

  read(app, listTours, () => boards.tours.list());

  read(app, getTourLeaderboard, async (call) =>
    readPage(await boards.tours.forPeriod(toPeriod(call.query), call.query.by), call),
  );

  route(app, getMyTourRow, async ({ query, viewer }) =>
    (await boards.tours.forPeriod(toPeriod(query), query.by)).findRow(viewer),
  );
}

function toPeriod({ tour, year, run }: QueryOf<typeof getMyTourRow>): BoardPeriod {
  if (tour !== undefined) return { tour };
  if (run !== undefined) return { run };
  return year === undefined ? 'all' : { year };
}

async function readPage<Row>(
  board: Pick<Board<Row>, 'page'>,
  { query, header }: Pick<SharedCall<typeof contract.getGlobalLeaderboard>, 'query' | 'header'>,
): Promise<Row[]> {
  const { rows, total } = await board.page(query.limit, query.offset);
  header(contract.TOTAL_COUNT_HEADER, total);
  return rows;
}
