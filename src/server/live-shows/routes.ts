import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/live-shows.ts';
import type { Context } from '../context.ts';
import { read } from '../http/read.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { findVisibleSetlist } from '../setlists/queries.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';
import { readStandings } from './live-delta.ts';

export function liveShowRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { db, clock } = context;
  const seals = createSetlistSeals(context);

  read(
    app,
    contract.getLiveShow,
    ({ params, viewer }) => seals.findAudience(params.id, viewer),
    async ({ params: { id }, variant: audience }) => {
      const standings = (await readStandings(boards, id)) ?? null;
      const isEditor = audience === 'editors';
      return { setlist: await findVisibleSetlist(db, id, { isEditor, now: clock() }), standings };
    },
  );
}
