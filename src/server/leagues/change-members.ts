import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  BANNED_FROM_LEAGUE,
  LEAGUE_FULL,
  type LeagueLimits,
  maxMembers,
} from '#contract/leagues.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { ConflictError } from '../db/failures.ts';
import { users } from '../db/schema/accounts.ts';
import { leagueBans, leagueMembers, leagues } from '../db/schema/leagues.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import { hasMember, type LeagueRow, lockOwnLeague } from './access.ts';
import { isMemberOf } from './queries.ts';

export function createLeagueChange(leagueId: string) {
  return { topic: 'league', subjectId: leagueId, version: nextChangeVersion() } as const;
}

export function describeLeague({ id, name }: LeagueRow) {
  return { leagueId: id, league: name };
}

interface NewMember {
  userId: string;
  now: number;
  limits: LeagueLimits;
}

/** Does nothing for a member. Throws 403 for a banned fan, 409 if the league or fan is full. */
export async function addMember(
  { tx, changed }: ChangeScope,
  league: LeagueRow,
  { userId, now, limits }: NewMember,
): Promise<void> {
  if (await hasMember(tx, league.id, userId)) return;
  const ban = and(eq(leagueBans.leagueId, league.id), eq(leagueBans.userId, userId));
  if ((await tx.$count(leagueBans, ban)) > 0) throw new ApiError(403, BANNED_FROM_LEAGUE);
  const count = await tx.$count(leagueMembers, eq(leagueMembers.leagueId, league.id));
  if (count >= maxMembers(league, limits)) throw new ApiError(409, LEAGUE_FULL);
  await insertMember(tx, league.id, { userId, now, limits });
  changed(createLeagueChange(league.id));
}

/** Throws 409 if the fan is in too many leagues. Lock the league first. */
export async function insertMember(
  tx: Tx,
  leagueId: string,
  { userId, now, limits: { leaguesPerFan } }: NewMember,
): Promise<void> {
  // Locks the fan, so that concurrent joins can't exceed the limit.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if ((await tx.$count(leagueMembers, eq(leagueMembers.userId, userId))) >= leaguesPerFan)
    throw new ApiError(409, `You can be in ${leaguesPerFan} leagues. Leave one first.`);
  await tx.insert(leagueMembers).values({ leagueId, userId, joinedAt: new Date(now) });
}

/** Bans the member too if `bannedAt` is set. Throws 404 if they are not a member. */
export async function removeMember(
  { tx, record, changed }: ChangeScope,
  leagueId: string,
  { ownerId, userId, bannedAt }: { ownerId: string; userId: string; bannedAt?: Date },
): Promise<void> {
  const league = await lockOwnLeague(tx, leagueId, ownerId);
  if (userId === ownerId) throw new ApiError(409, 'Leave the league instead of removing yourself');
  const removed = await tx
    .delete(leagueMembers)
    .where(isMemberOf(leagueId, userId))
    .returning({ userId: leagueMembers.userId });
  if (removed.length === 0) throw notFound('Member');
  if (bannedAt) await tx.insert(leagueBans).values({ leagueId, userId, bannedAt });
  const action = bannedAt ? 'league.ban-member' : 'league.remove-member';
  await record({ action, subjectId: userId, before: describeLeague(league) });
  changed(createLeagueChange(leagueId));
}

/** The longest-standing member succeeds an owner. The last member's league is deleted. */
export async function leaveLeague(
  { tx, record, changed }: ChangeScope,
  league: LeagueRow,
  userId: string,
): Promise<void> {
  await tx.delete(leagueMembers).where(isMemberOf(league.id, userId));
  const [next] = await tx
    .select({ userId: leagueMembers.userId })
    .from(leagueMembers)
    .where(eq(leagueMembers.leagueId, league.id))
    .orderBy(asc(leagueMembers.joinedAt), asc(leagueMembers.userId))
    .limit(1);
  if (!next) {
    await tx.delete(leagues).where(eq(leagues.id, league.id));
    await record({ action: 'league.end', subjectId: league.id, before: describeLeague(league) });
  } else if (league.ownerId === userId) {
    await setOwner({ tx, record }, league, next.userId);
  }
  changed(createLeagueChange(league.id));
}

export async function setOwner(
  { tx, record }: Pick<ChangeScope, 'tx' | 'record'>,
  league: LeagueRow,
  ownerId: string,
): Promise<void> {
  await tx.update(leagues).set({ ownerId }).where(eq(leagues.id, league.id));
  await record({ action: 'league.hand-over', subjectId: ownerId, after: describeLeague(league) });
}

/** Locks the leagues of a fan whose account is being deleted, and leaves them. */
export async function leaveAllLeagues(scope: ChangeScope, userId: string): Promise<void> {
  const memberships = scope.tx
    .select({ id: leagueMembers.leagueId })
    .from(leagueMembers)
    .where(eq(leagueMembers.userId, userId));
  const rows = await scope.tx
    .select()
    .from(leagues)
    .where(inArray(leagues.id, memberships))
    .orderBy(leagues.id)
    .for('update');
  for (const league of rows) await leaveLeague(scope, league, userId);
}

/** Throws if the account joined a league after `leaveAllLeagues`. Lock the account first. */
export async function retryIfInLeague(tx: Tx, userId: string): Promise<void> {
  if ((await tx.$count(leagueMembers, eq(leagueMembers.userId, userId))) > 0)
    throw new ConflictError('The account joined a league while it was being deleted.');
}
