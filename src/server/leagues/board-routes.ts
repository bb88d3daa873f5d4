import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import * as contract from '#contract/league-boards.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { read } from '../http/read.ts';
import { type Call, notFound, route } from '../http/route.ts';
import { createPacedReads } from '../leaderboards/paced-reads.ts';
import { requireMember, requireVisible } from './access.ts';
import { findLeagueSheets, findNextShow, findOpenShow, isNudgeBlocked } from './board-queries.ts';
import type { LeagueBoards } from './boards.ts';
import { findLeagueRivals } from './queries.ts';

/** Ranks members by their existing predictions: a league has no predictions of its own. */
export function leagueBoardRoutes(
  app: FastifyInstance,
  { db, clock }: Context,
  leagueBoards: LeagueBoards,
): void {
  const readSheets = createPacedReads<Awaited<ReturnType<typeof findLeagueSheets>>>();

  const checkAccess = async ({
    params,
    viewer,
  }: Pick<Call<typeof contract.getLeagueSeason>, 'params' | 'viewer'>) => {
    await requireVisible(db, params.id, viewer.userId);
    return undefined;
  };

  read(app, contract.getLeagueTonight, checkAccess, async ({ params, query }) => {
    const { show, rows } = await leagueBoards.tonight(params.id);
    return { show, total: rows.length, rows: takePage(rows, query) };
  });

  read(app, contract.getLeagueSeason, checkAccess, async ({ params, query, header }) => {
    const rows = await leagueBoards.season(params.id);
    header(TOTAL_COUNT_HEADER, rows.length);
    return takePage(rows, query);
  });

  read(app, contract.listLeagueNights, checkAccess, async ({ params, query }) =>
    takePage(await leagueBoards.nights(params.id), query),
  );

  route(app, contract.listLeagueRivals, async ({ params: { id }, viewer }) => {
    if ((await db.$count(shows, eq(shows.id, id))) === 0) throw notFound('Show');
    return findLeagueRivals(db, id, viewer.userId);
  });

  read(
    app,
    contract.getLeagueSheets,
    async ({ params: { id }, viewer }) => {
      await requireMember(db, id, viewer.userId);
      const showId = (await findNextShow(db, id, clock()))?.id;
      return { showId, hidesNudge: showId && (await isNudgeBlocked(db, id, showId, viewer)) };
    },
    async ({ params: { id }, variant: { showId, hidesNudge } }) => {
      const next = showId && (await findOpenShow(db, showId));
      if (!next) return NO_SHEETS;
      // Paced, because every fan's prediction changes this response.
      const sheets = await readSheets(`${id} ${showId}`, () => findLeagueSheets(db, id, showId));
      const nudge = sheets.nudge && hidesNudge ? { ...sheets.nudge, username: null } : sheets.nudge;
      return { ...next, ...sheets, nudge };
    },
  );
}

const NO_SHEETS = {
  ...{ show: null, submitted: 0, missing: [], missingCount: 0 },
  ...{ nudgesEndAt: null, nudge: null },
};

function takePage<Row>(
  rows: readonly Row[],
  { limit, offset }: { limit: number; offset: number },
): Row[] {
  return rows.slice(offset, offset + limit);
}
