import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/league-nudges.ts';
import type { Context } from '../context.ts';
import { change } from '../http/change.ts';
import { nudgeLeague } from './nudges.ts';

export function nudgeRoutes(app: FastifyInstance, { clock }: Pick<Context, 'clock'>): void {
  change(app, contract.nudgeLeague, async ({ params, body, viewer, ...scope }) => {
    const subject = { leagueId: params.id, showId: body.showId };
    await nudgeLeague(scope, subject, { userId: viewer.userId, now: clock() });
    return undefined;
  });
}
