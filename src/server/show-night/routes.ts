import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/night.ts';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { findSetlist } from '../setlists/queries.ts';
import { standingsOf } from './night-news.ts';

/** The whole of a night in one answer, the same for all: made once, however many missed an event. */
export function showNightRoutes(
  app: FastifyInstance,
  { db, ready }: Context,
  boards: Boards,
): void {
  route(app, contract.getNight, (call) => {
    const { id } = call.params;
    return ready.send(call, contract.getNight, {
      key: `night:${id}`,
      load: async () => {
        // Throws 404 for an unknown show.
        const standings = (await standingsOf(boards, id)) ?? null;
        return { rows: { setlist: await findSetlist(db, id), standings } };
      },
    });
  });
}
