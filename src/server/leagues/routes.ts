import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { DAY, HOUR } from '#contract/durations.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { banLeagueMember, liftLeagueBan, listLeagueBans } from '#contract/league-bans.ts';
import * as contract from '#contract/leagues.ts';
import type { Context } from '../context.ts';
import { leagueBans, leagueMembers, leagues } from '../db/schema/leagues.ts';
import { change, commit } from '../http/change.ts';
import { read } from '../http/read.ts';
import { notFound, route } from '../http/route.ts';
import {
  lockLeague,
  lockOwnLeague,
  requireLeague,
  requireOwner,
  requireVisible,
} from './access.ts';
import { leagueBoardRoutes } from './board-routes.ts';
import type { LeagueBoards } from './boards.ts';
import { createLeague, updateLeague } from './change-league.ts';
import {
  addMember,
  createLeagueChange,
  describeLeague,
  leaveLeague,
  removeMember,
  setOwner,
} from './change-members.ts';
import { invitationRoutes } from './invitation-routes.ts';
import {
  findBans,
  findListedLeagues,
  findMembers,
  findUserLeagues,
  isMemberOf,
} from './queries.ts';

export function leagueRoutes(
  app: FastifyInstance,
  context: Context,
  { boards, limits }: { boards: LeagueBoards; limits: contract.LeagueLimits },
): void {
  const { db, clock, createLimit } = context;
  const newLeagues = createLimit({
    name: 'new-leagues',
    max: limits.newLeaguesPerDay,
    windowMs: DAY,
    message: `You can create up to ${limits.newLeaguesPerDay} leagues a day.`,
  });
  const joins = createLimit({
    name: 'league-joins',
    max: limits.joinsPerHour,
    windowMs: HOUR,
    message: 'Too many attempts to join a league.',
  });
  route(app, contract.listMyLeagues, ({ viewer }) => findUserLeagues(db, viewer));

  read(
    app,
    contract.listListedLeagues,
    async ({ viewer }) => (viewer.isAdmin ? 'administrator' : undefined),
    async ({ query, header, variant }) => {
      header(TOTAL_COUNT_HEADER, await db.$count(leagues, eq(leagues.isListed, true)));
      return findListedLeagues(db, query, { isAdmin: variant === 'administrator' });
    },
  );

  route(app, contract.createLeague, async (call) => {
    const { body, viewer } = call;
    await newLeagues.consume(viewer.userId);
    return commit(call, async (scope) => {
      const id = await createLeague(scope, body, { userId: viewer.userId, now: clock(), limits });
      return requireLeague(scope.tx, id, viewer);
    }).catch(async (error: unknown) => {
      await newLeagues.refund(viewer.userId);
      throw error;
    });
  });

  route(app, contract.getLeague, async ({ params: { id }, viewer }) =>
    requireLeague(db, id, viewer, await requireVisible(db, id, viewer.userId)),
  );

  change(app, contract.updateLeague, async ({ params: { id }, body, viewer, ...scope }) => {
    const league = await lockOwnLeague(scope.tx, id, viewer.userId);
    await updateLeague(scope, league, body, { now: clock(), limits });
    return requireLeague(scope.tx, id, viewer);
  });

  change(app, contract.handOverLeague, async ({ params: { id }, body, viewer, ...scope }) => {
    const league = await lockOwnLeague(scope.tx, id, viewer.userId);
    if ((await scope.tx.$count(leagueMembers, isMemberOf(id, body.userId))) === 0)
      throw notFound('Member');
    if (body.userId !== league.ownerId) {
      await setOwner(scope, league, body.userId);
      scope.changed(createLeagueChange(id));
    }
    return requireLeague(scope.tx, id, viewer);
  });

  read(
    app,
    contract.listLeagueMembers,
    async ({ params: { id }, viewer }) => {
      await requireVisible(db, id, viewer.userId);
      return undefined;
    },
    async ({ params: { id }, query, header }) => {
      header(TOTAL_COUNT_HEADER, await db.$count(leagueMembers, eq(leagueMembers.leagueId, id)));
      return findMembers(db, id, query);
    },
  );

  route(app, contract.joinLeague, async (call) => {
    const { params, viewer } = call;
    await requireVisible(db, params.id, viewer.userId);
    await joins.consume(viewer.userId);
    return commit(call, async (scope) => {
      const league = await lockLeague(scope.tx, params.id);
      await requireVisible(scope.tx, params.id, viewer.userId);
      await addMember(scope, league, { userId: viewer.userId, now: clock(), limits });
      return requireLeague(scope.tx, params.id, viewer);
    });
  });

  change(app, contract.leaveLeague, async ({ params: { id }, viewer, ...scope }) => {
    const league = await lockLeague(scope.tx, id);
    const isMember = await requireVisible(scope.tx, id, viewer.userId);
    if (isMember) await leaveLeague(scope, league, viewer.userId);
    return undefined;
  });

  change(app, contract.removeLeagueMember, async ({ params, viewer, ...scope }) => {
    const removal = { ownerId: viewer.userId, userId: params.userId };
    await removeMember(scope, params.id, removal);
    return undefined;
  });

  route(app, listLeagueBans, async ({ params: { id }, viewer }) => {
    await requireOwner(db, id, viewer.userId);
    return findBans(db, id);
  });

  change(app, banLeagueMember, async ({ params, body, viewer, ...scope }) => {
    const bannedAt = new Date(clock());
    const removal = { ownerId: viewer.userId, userId: body.userId, bannedAt };
    await removeMember(scope, params.id, removal);
    return undefined;
  });

  change(app, liftLeagueBan, async ({ params: { id, userId }, viewer, ...scope }) => {
    const league = await lockOwnLeague(scope.tx, id, viewer.userId);
    const lifted = await scope.tx
      .delete(leagueBans)
      .where(and(eq(leagueBans.leagueId, id), eq(leagueBans.userId, userId)))
      .returning({ userId: leagueBans.userId });
    if (lifted.length === 0) throw notFound('Ban');
    const before = describeLeague(league);
    await scope.record({ action: 'league.lift-ban', subjectId: userId, before });
    scope.changed(createLeagueChange(id));
    return undefined;
  });

  invitationRoutes(app, context, { joins, limits });
  leagueBoardRoutes(app, context, boards);
}
