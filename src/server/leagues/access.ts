import { eq } from 'drizzle-orm';
import type { League } from '#contract/leagues.ts';
import type { DbOrTx } from '../db/open.ts';
import { leagueMembers, leagues } from '../db/schema/leagues.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import { findLeague, isMemberOf, type Reader } from './queries.ts';

export type LeagueRow = typeof leagues.$inferSelect;

/** Returns whether the viewer is a member. Throws 404 if they may not see the league. */
export async function requireVisible(
  db: DbOrTx,
  leagueId: string,
  userId: string,
): Promise<boolean> {
  const [row] = await db
    .select({ isListed: leagues.isListed })
    .from(leagues)
    .where(eq(leagues.id, leagueId));
  const isMember = row !== undefined && (await hasMember(db, leagueId, userId));
  if (!row || (!row.isListed && !isMember)) throw notFound('League');
  return isMember;
}

/** Throws the errors of `requireVisible`, and 403 for a non-member of a listed league. */
export async function requireMember(db: DbOrTx, leagueId: string, userId: string): Promise<void> {
  const isMember = await requireVisible(db, leagueId, userId);
  if (!isMember) throw new ApiError(403, 'Join this league first');
}

/** Throws the errors of `requireVisible`, and 403 for everyone but the owner. */
export async function requireOwner(db: DbOrTx, leagueId: string, userId: string): Promise<void> {
  await requireVisible(db, leagueId, userId);
  const [row] = await db
    .select({ ownerId: leagues.ownerId })
    .from(leagues)
    .where(eq(leagues.id, leagueId));
  if (row?.ownerId !== userId) throw new ApiError(403, OWNER_ONLY);
}

const OWNER_ONLY = "Only the league's owner can do this";

export async function lockLeague(tx: Tx, leagueId: string): Promise<LeagueRow> {
  const [row] = await tx.select().from(leagues).where(eq(leagues.id, leagueId)).for('update');
  if (!row) throw notFound('League');
  return row;
}

/** Throws the errors of `requireOwner`. */
export async function lockOwnLeague(tx: Tx, leagueId: string, userId: string): Promise<LeagueRow> {
  const league = await lockLeague(tx, leagueId);
  await requireOwner(tx, leagueId, userId);
  return league;
}

export async function hasMember(db: DbOrTx, leagueId: string, userId: string): Promise<boolean> {
  return (await db.$count(leagueMembers, isMemberOf(leagueId, userId))) > 0;
}

/** Throws 404 for an unknown league. `isMember` says whether the viewer is a member. */
export async function requireLeague(
  db: DbOrTx,
  id: string,
  reader: Reader,
  isMember = true,
): Promise<League> {
  const league = await findLeague(db, id, { ...reader, isMember });
  if (!league) throw notFound('League');
  return league;
}
