import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { HOUR } from '#contract/durations.ts';
import * as contract from '#contract/league-invitations.ts';
import {
  INVITATION_INITIALS,
  type LeagueLimits,
  WRONG_INVITATIONS_PER_HOUR,
} from '#contract/leagues.ts';
import { isUnblocked } from '../blocks/queries.ts';
import type { Context } from '../context.ts';
import type { DbOrTx } from '../db/open.ts';
import { leagues } from '../db/schema/leagues.ts';
import { ApiError } from '../http/api-error.ts';
import { change, commit } from '../http/change.ts';
import type { Limit } from '../http/limit.ts';
import { route } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { hasMember, lockLeague, lockOwnLeague, requireLeague } from './access.ts';
import { replaceInvitation } from './change-league.ts';
import { addMember } from './change-members.ts';
import { findMembers } from './queries.ts';

export function invitationRoutes(
  app: FastifyInstance,
  { db, clock, createLimit }: Context,
  { joins, limits }: { joins: Pick<Limit, 'consume'>; limits: LeagueLimits },
): void {
  const wrongInvitations = createLimit({
    name: 'wrong-invitations',
    max: WRONG_INVITATIONS_PER_HOUR,
    windowMs: HOUR,
    message: 'Too many invalid invitations.',
  });

  route(app, contract.getInvitation, async ({ params, viewer }) => {
    await wrongInvitations.consume(viewer.userId);
    const id = await findInvited(db, params.invitation, viewer);
    if (!id) throw createInvalidInvitationError();
    await wrongInvitations.refund(viewer.userId);
    const { name, color, memberCount } = await requireLeague(db, id, viewer, false);
    const members = await findMembers(db, id, { limit: INVITATION_INITIALS, offset: 0 });
    return {
      ...{ name, color, memberCount },
      initials: members.map(({ username }) => abbreviate(username)),
      leagueId: (await hasMember(db, id, viewer.userId)) ? id : null,
    };
  });

  route(app, contract.acceptInvitation, async (call) => {
    const { params, viewer } = call;
    await joins.consume(viewer.userId);
    return commit(call, async (scope) => {
      const { tx } = scope;
      const id = await findInvited(tx, params.invitation, viewer);
      if (!id) throw createInvalidInvitationError();
      const league = await lockLeague(tx, id);
      // The invitation may have been replaced while this transaction waited.
      if (league.invitation !== params.invitation) throw createInvalidInvitationError();
      await addMember(scope, league, { userId: viewer.userId, now: clock(), limits });
      return requireLeague(tx, id, viewer);
    });
  });

  change(app, contract.replaceInvitation, async ({ params: { id }, viewer, ...scope }) => {
    const league = await lockOwnLeague(scope.tx, id, viewer.userId);
    await replaceInvitation(scope, league);
    return requireLeague(scope.tx, id, viewer);
  });
}

/** An invitation is invalid for a fan if there is a block between them and the league's owner. */
async function findInvited(
  db: DbOrTx,
  invitation: string,
  viewer: Viewer,
): Promise<string | undefined> {
  const isOpen = viewer.isAdmin
    ? undefined
    : isUnblocked(leagues.ownerId, { viewerId: viewer.userId });
  const [league] = await db
    .select({ id: leagues.id })
    .from(leagues)
    .where(and(eq(leagues.invitation, invitation), isOpen));
  return league?.id;
}

function createInvalidInvitationError(): ApiError {
  return new ApiError(404, contract.INVITATION_INVALID);
}

/** Shortens a name to two letters, so that an invitation doesn't reveal it. */
function abbreviate(username: string): string {
  const letters = Array.from(username.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return letters.slice(0, 2).join('') || '?';
}
