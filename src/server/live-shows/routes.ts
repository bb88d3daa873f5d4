import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/live-show.ts';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { findVisibleSetlist } from '../setlists/queries.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';
import { standingsOf } from './live-delta.ts';

/**
 * The whole show in one response, the same for all readers. Built once, however many clients missed
 * an event.
 */
export function liveShowRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { db, ready, clock } = context;
  const seals = createSetlistSeals(context);

  route(app, contract.getLiveShow, async (call) => {
    const { id } = call.params;
    const { isAdmin } = call.viewer;
    return ready.send(call, contract.getLiveShow, {
      key: `night/${id}/${await seals.audienceOf(id, call.viewer)}`,
      load: async () => {
        const standings = (await standingsOf(boards, id)) ?? null;
        const setlist = await findVisibleSetlist(db, id, { isAdmin, now: clock() });
        return { rows: { setlist, standings } };
      },
    });
  });
}
