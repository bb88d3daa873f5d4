import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  type LeagueLimits,
  maxMembers,
  type createLeague as newLeague,
  type updateLeague as newValues,
} from '#contract/leagues.ts';
import { requireNotMuted } from '../accounts/mutes.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { leagueMembers, leagues } from '../db/schema/leagues.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { createToken } from '../random-token.ts';
import type { LeagueRow } from './access.ts';
import { createLeagueChange, describeLeague, insertMember } from './change-members.ts';

/** Throws 400 for an unknown show, 403 for a muted fan, and 409 for too many leagues. */
export async function createLeague(
  { tx, changed }: ChangeScope,
  body: BodyOf<typeof newLeague>,
  { userId, now, limits }: { userId: string; now: number; limits: LeagueLimits },
): Promise<string> {
  await requireNotMuted(tx, userId, now);
  const startsAt = await findStart(tx, body.startShowId);
  const [league] = await tx
    .insert(leagues)
    .values({ ...body, startsAt, ownerId: userId, invitation: createToken(16) })
    .returning({ id: leagues.id });
  if (!league) throw new Error('The league insert returned no row.');
  await insertMember(tx, league.id, { userId, now, limits });
  changed(createLeagueChange(league.id));
  return league.id;
}

/** Throws 400 for an unknown show, 403 for a muted owner's new name, 409 for too many members. */
export async function updateLeague(
  { tx, record, changed }: ChangeScope,
  league: LeagueRow,
  body: BodyOf<typeof newValues>,
  { now, limits }: { now: number; limits: LeagueLimits },
): Promise<void> {
  const { name, color, isListed, startShowId } = league;
  const before = { name, color, isListed, startShowId };
  const after = {
    name: body.name ?? name,
    color: body.color ?? color,
    isListed: body.isListed ?? isListed,
    startShowId: body.startShowId ?? startShowId,
  };
  if (isDeepStrictEqual(before, after)) return;
  if (after.name !== name) await requireNotMuted(tx, league.ownerId, now);
  const count = await tx.$count(leagueMembers, eq(leagueMembers.leagueId, league.id));
  const max = maxMembers(after, limits);
  if (count > max)
    throw new ApiError(
      409,
      `An invite-only league has at most ${max} members. This one has ${count}.`,
    );
  const startsAt = body.startShowId ? await findStart(tx, body.startShowId) : league.startsAt;
  await tx
    .update(leagues)
    .set({ ...after, startsAt })
    .where(eq(leagues.id, league.id));
  await record({
    action: 'league.update',
    subjectId: league.id,
    before: { ...before, leagueId: league.id },
    after: { ...after, leagueId: league.id },
  });
  changed(createLeagueChange(league.id));
}

export async function replaceInvitation(
  { tx, record, changed }: ChangeScope,
  league: LeagueRow,
): Promise<void> {
  const invitation = createToken(16);
  await tx.update(leagues).set({ invitation }).where(eq(leagues.id, league.id));
  const after = describeLeague(league);
  await record({ action: 'league.replace-invitation', subjectId: league.id, after });
  changed(createLeagueChange(league.id));
}

async function findStart(tx: Tx, showId: string): Promise<Date> {
  const [show] = await tx.select({ date: shows.date }).from(shows).where(eq(shows.id, showId));
  if (!show) throw new ApiError(400, 'Choose a show');
  return show.date;
}
