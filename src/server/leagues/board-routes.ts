import type { FastifyInstance } from 'fastify';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import * as contract from '#contract/league-boards.ts';
import type { Context } from '../context.ts';
import { read } from '../http/read.ts';
import type { Call } from '../http/route.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { requireMember, requireVisible } from './access.ts';
import {
  findLeagueShow,
  findNextShow,
  findNights,
  findSeason,
  findSheets,
  findTonight,
} from './board-queries.ts';
import { findAllMembers } from './queries.ts';

/** League boards rank members by their existing predictions: a league has none of its own. */
export function leagueBoardRoutes(
  app: FastifyInstance,
  { db, clock }: Context,
  boards: Boards,
): void {
  const checkAccess = async ({
    params,
    viewer,
  }: Pick<Call<typeof contract.getLeagueSeason>, 'params' | 'viewer'>) => {
    await requireVisible(db, params.id, viewer.userId);
    return undefined;
  };

  read(app, contract.getLeagueTonight, checkAccess, async ({ params: { id }, query }) => {
    const show = await findTonight(db, id);
    if (!show) return { show: null, total: 0, rows: [] };
    const [board, members] = [await boards.forShow(show.id), await findAllMembers(db, id)];
    const found = await Promise.all(members.map((member) => board.findRow(member)));
    const rows = contract.rankBy(
      found.filter((row) => row !== undefined),
      ['totalPoints'],
    );
    return { show, total: rows.length, rows: takePage(rows, query) };
  });

  read(app, contract.getLeagueSeason, checkAccess, async ({ params: { id }, query, header }) => {
    const rows = contract.rankBy(await findSeason(db, id), contract.SEASON_ORDER);
    header(TOTAL_COUNT_HEADER, rows.length);
    return takePage(rows, query);
  });

  read(app, contract.listLeagueNights, checkAccess, ({ params: { id }, query }) =>
    findNights(db, id, query),
  );

  read(
    app,
    contract.getLeagueSheets,
    async ({ params: { id }, viewer }) => {
      await requireMember(db, id, viewer.userId);
      return (await findNextShow(db, id, clock()))?.id;
    },
    async ({ params: { id }, variant: showId }) => {
      const show = showId && (await findLeagueShow(db, showId));
      if (!show) return { show: null, submitted: 0, missing: [], missingCount: 0 };
      const sheets = await findSheets(db, id, show.id);
      const missing = sheets.filter(({ hasSheet }) => !hasSheet);
      return {
        show,
        submitted: sheets.length - missing.length,
        missing: missing.slice(0, contract.LEAGUE_PAGE_SIZE),
        missingCount: missing.length,
      };
    },
  );
}

function takePage<Row>(
  rows: readonly Row[],
  { limit, offset }: { limit: number; offset: number },
): Row[] {
  return rows.slice(offset, offset + limit);
}
