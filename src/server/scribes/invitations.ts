import { and, asc, eq, inArray } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import * as contract from '#contract/scribes.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { scribes } from '../db/schema/scribes.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { findViolatedConstraint } from '../http/database-errors.ts';
import { notFound } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { createToken, hashToken } from '../random-token.ts';
import { describeScribe, listScribeChanges } from './rights.ts';

type ScribeRow = typeof scribes.$inferSelect;

/** Throws 404 for an unknown show or tour, 409 for one that is over. */
export async function inviteScribe(
  { tx, record, changed }: ChangeScope,
  body: BodyOf<typeof contract.inviteScribe>,
  now: number,
): Promise<{ row: ScribeRow; invitation: string }> {
  const showId = body.showId ?? null;
  const tourName = body.tourName ?? null;
  // Locks the show, because closing it in the meantime would orphan the invitation.
  const covered = await tx
    .select({ status: shows.status })
    .from(shows)
    .where(isCoveredShow({ showId, tourName }))
    .for('share');
  if (covered.length === 0) throw notFound(showId ? 'Show' : 'Tour');
  if (!covered.some(contract.hasScribes)) throw new ApiError(409, contract.SHOW_IS_OVER);
  const invitation = createToken();
  const [row] = await tx
    .insert(scribes)
    .values({ tokenHash: hashToken(invitation), showId, tourName, createdAt: new Date(now) })
    .returning();
  if (!row) throw new Error('The scribe insert returned no row.');
  await record({ ...describeScribe(row), action: 'scribe.invite' });
  changed(...listScribeChanges(row));
  return { row, invitation };
}

/** Throws 404 for an invitation that is unknown or someone else's, or whose show is over. */
export async function findInvitation(
  db: DbOrTx,
  invitation: string,
  { userId }: Pick<Viewer, 'userId'>,
): Promise<contract.ScribeInvitation> {
  const [row] = await db.select().from(scribes).where(matchesToken(invitation));
  return describeInvitation(db, row, userId);
}

/** Accepting it again changes nothing. Throws the errors of `findInvitation`, 403 and 409. */
export async function acceptInvitation(
  { tx, record, changed }: ChangeScope,
  invitation: string,
  { userId, isAdmin }: Pick<Viewer, 'userId' | 'isAdmin'>,
): Promise<contract.ScribeInvitation> {
  const mayPost = await lockPosting(tx, userId);
  const [row] = await tx.select().from(scribes).where(matchesToken(invitation)).for('update');
  const invitationDetails = await describeInvitation(tx, row, userId);
  if (!row || invitationDetails.isAccepted) return invitationDetails;
  if (isAdmin) throw new ApiError(409, 'You’re an administrator, so you don’t need an invitation.');
  if (!mayPost) throw new ApiError(403, contract.BANNED_FROM_SETLISTS);
  try {
    await tx.update(scribes).set({ userId }).where(eq(scribes.id, row.id));
  } catch (error) {
    if (!findViolatedConstraint(error)?.startsWith('scribes_user_')) throw error;
    throw new ApiError(
      409,
      'You can already enter this setlist. Leave this invitation for someone else.',
    );
  }
  const accepted = { ...row, userId };
  await record({ ...describeScribe(accepted), action: 'scribe.accept' });
  changed(...listScribeChanges(accepted));
  return { ...invitationDetails, isAccepted: true };
}

async function describeInvitation(
  db: DbOrTx,
  row: ScribeRow | undefined,
  userId: string,
): Promise<contract.ScribeInvitation> {
  if (!row || (row.userId && row.userId !== userId)) throw createInvalidInvitationError();
  const { id, name, venue, city, state, country, date, timeZone } = shows;
  const isCovered = and(isCoveredShow(row), inArray(shows.status, [...contract.SCRIBE_STATUSES]));
  const [show] = await db
    .select({ id, name, venue, city, state, country, date, timeZone })
    .from(shows)
    .where(isCovered)
    .orderBy(asc(date), asc(id))
    .limit(1);
  if (!show) throw createInvalidInvitationError();
  return {
    show: row.showId ? { ...show, date: show.date.toISOString() } : null,
    tourName: row.tourName,
    isAccepted: row.userId === userId,
  };
}

/** Call this before locking the invitation: closing a show locks fans before invitations. */
async function lockPosting(tx: Tx, userId: string): Promise<boolean> {
  const [user] = await tx
    .select({ postingEndedAt: users.postingEndedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('share');
  return !user?.postingEndedAt;
}

function isCoveredShow({ showId, tourName }: Pick<ScribeRow, 'showId' | 'tourName'>) {
  return showId ? eq(shows.id, showId) : eq(shows.tourName, tourName ?? '');
}

function matchesToken(invitation: string) {
  return eq(scribes.tokenHash, hashToken(invitation));
}

function createInvalidInvitationError(): ApiError {
  return new ApiError(404, contract.SCRIBE_LINK_INVALID);
}
