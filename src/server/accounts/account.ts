import { eq, sql } from 'drizzle-orm';
import type { CurrentUser } from '#contract/accounts.ts';
import { identityKey } from '#contract/text.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { ApiError } from '../http/api-error.ts';
import { findViolatedConstraint } from '../http/database-errors.ts';
import { scribeOf } from '../scribes/rights.ts';
import { formatIsoInstant, moderationNotices } from './moderation-notices.ts';
import { isReservedUsername } from './reserved-username.ts';
import { spoilerColumns } from './spoilers.ts';

const userColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  isAdmin: users.isAdmin,
  isModerator: users.isModerator,
  favoriteSong: users.favoriteSong,
  homeVenue: users.homeVenue,
  hasPrivateSheets: users.hasPrivateSheets,
  totalPoints: users.totalPoints,
  gamesPlayed: users.gamesPlayed,
  averageScore: users.averageScore,
};

export const currentUserColumns = {
  ...userColumns,
  bio: users.bio,
  location: users.location,
  hiddenFields: users.hiddenFields,
  mustChangePassword: users.mustChangePassword,
  scribeOf,
  ...spoilerColumns,
  moderationNotices,
};

export const adminUserColumns = {
  ...userColumns,
  isPostingEnded: sql<boolean>`${users.postingEndedAt} is not null`,
  mutedUntil: sql<string | null>`${formatIsoInstant('muted_until')}`,
};

/** Throws 401 for a deleted account. */
export async function readCurrentUser(db: DbOrTx, userId: string): Promise<CurrentUser> {
  const [user] = await db.select(currentUserColumns).from(users).where(eq(users.id, userId));
  if (!user) throw new ApiError(401, 'Please sign in');
  return user;
}

export function buildEmailColumns(email: string) {
  return { email, emailKey: identityKey(email) };
}

export function buildUsernameColumns(username: string) {
  return { username, usernameKey: identityKey(username) };
}

export function rejectReservedUsername(username: string, productName: string): void {
  if (isReservedUsername(username, productName))
    throw new ApiError(400, 'This username is reserved');
}

export function createEmailTakenError(): ApiError {
  return new ApiError(409, 'This email address is already registered');
}

export function createUsernameTakenError(): ApiError {
  return new ApiError(409, 'This username is already taken');
}

/** Maps a unique violation to its 409 and returns any other error unchanged. */
export function toTakenError(error: unknown): unknown {
  const constraint = findViolatedConstraint(error);
  if (constraint === 'users_email_key') return createEmailTakenError();
  return constraint === 'users_username_key' ? createUsernameTakenError() : error;
}
