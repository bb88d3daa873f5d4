import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/live-shows.ts';
import type { Context } from '../context.ts';
import { read } from '../http/read.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { findVisibleSetlist } from '../setlists/queries.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';
import { standingsOf } from './live-delta.ts';

/** For clients that missed an event: the whole show in one cached response. */
export function liveShowRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { db, clock } = context;
  const seals = createSetlistSeals(context);

  read(
    app,
    contract.getLiveShow,
    ({ params, viewer }) => seals.audienceOf(params.id, viewer),
    async ({ params: { id }, variant: audience }) => {
      const standings = (await standingsOf(boards, id)) ?? null;
      const isAdmin = audience === 'administrators';
      return { setlist: await findVisibleSetlist(db, id, { isAdmin, now: clock() }), standings };
    },
  );
}
