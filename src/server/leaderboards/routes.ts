import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/leaderboards.ts';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import type { Board } from './board.ts';
import type { Boards } from './boards.ts';

export function leaderboardRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { ready } = context;

  route(app, contract.getGlobalLeaderboard, (call) =>
    ready.send(call, contract.getGlobalLeaderboard, {
      key: `leaderboard ${call.query.limit} ${call.query.offset}`,
      load: async () => pageOf(await boards.global(), call.query),
    }),
  );

  route(app, contract.getMyGlobalRow, async ({ viewer }) => (await boards.global()).of(viewer));

  route(app, contract.getShowLeaderboard, (call) => {
    const showId = call.params.id;
    return ready.send(call, contract.getShowLeaderboard, {
      key: `standings:${showId} ${call.query.limit} ${call.query.offset}`,
      load: async () => pageOf(await boards.ofShow(showId), call.query),
    });
  });

  route(app, contract.getMyShowRow, async ({ params: { id }, viewer }) =>
    (await boards.ofShow(id)).of(viewer),
  );
}

async function pageOf<Row>(
  board: Board<Row>,
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows, total } = await board.page(limit, offset);
  return { rows, headers: { [contract.TOTAL_COUNT_HEADER]: String(total) } };
}
