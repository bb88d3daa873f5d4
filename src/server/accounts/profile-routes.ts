import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type CurrentUser, PROFILE_FIELDS, updateProfile } from '#contract/accounts.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Change } from '#contract/freshness.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { Context } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { predictions } from '../db/schema/predictions.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { change } from '../http/change.ts';
import {
  buildUsernameColumns,
  currentUserColumns,
  rejectReservedUsername,
  toTakenError,
} from './account.ts';
import { rejectMuted } from './mutes.ts';
import { toSpoilerColumns } from './spoilers.ts';

export function profileRoutes(app: FastifyInstance, context: Context): void {
  const { clock, band } = context;

  change(app, updateProfile, ({ body, viewer: { userId }, ...scope }) =>
    changeProfile(scope, userId, body, {
      productName: band.current().productName,
      now: new Date(clock()),
    }),
  );
}

async function changeProfile(
  { tx, changed }: ChangeScope,
  userId: string,
  { username, hidesSpoilers, ...fields }: BodyOf<typeof updateProfile>,
  { productName, now }: { productName: string; now: Date },
): Promise<CurrentUser> {
  const [oldProfile] = await tx
    .select({
      ...currentUserColumns,
      ...{ usernameKey: users.usernameKey, mutedUntil: users.mutedUntil },
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!oldProfile) throw new ApiError(401, 'Please sign in');
  const hasNewText = PROFILE_FIELDS.some(
    (field) => fields[field] !== undefined && (fields[field] || null) !== oldProfile[field],
  );
  // Muted fans can still change their username, so that they can replace a reported one.
  if (hasNewText) rejectMuted(oldProfile, now.getTime());
  // Users keep a reserved name they already have: the first administrator may be called admin.
  if (
    username !== undefined &&
    buildUsernameColumns(username).usernameKey !== oldProfile.usernameKey
  )
    rejectReservedUsername(username, productName);
  const [user] = await tx
    .update(users)
    .set({
      ...(username !== undefined && buildUsernameColumns(username)),
      ...replaceEmptyWithNull(fields),
      ...toSpoilerColumns(hidesSpoilers, oldProfile.spoilersHiddenSince, now),
      updatedAt: now,
    })
    .where(eq(users.id, userId))
    .returning(currentUserColumns)
    .catch((error: unknown) => {
      throw toTakenError(error);
    });
  if (!user) throw new ApiError(401, 'Please sign in');
  const version = now.getTime();
  const isRenamed = user.username !== oldProfile.username;
  const isPrivacyChanged = user.hasPrivateSheets !== oldProfile.hasPrivateSheets;
  const isChanged = isRenamed || PROFILE_KEYS.some((key) => !isEqual(user[key], oldProfile[key]));
  if (isChanged)
    changed(
      { topic: 'account', subjectId: userId, version },
      { topic: 'profile', subjectId: userId, version },
    );
  if (isRenamed) changed({ topic: 'username', subjectId: userId, version });
  if (isRenamed) changed(...(await listPredictedShowChanges(tx, userId, 'entrants', version)));
  if (isPrivacyChanged)
    changed(...(await listPredictedShowChanges(tx, userId, 'privacy', version)));
  return user;
}

const PROFILE_KEYS = [
  ...PROFILE_FIELDS,
  ...(['hiddenFields', 'hasPrivateSheets', 'spoilersHiddenSince'] as const),
] as const;

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** An omitted field stays undefined, so Drizzle doesn't update it. */
function replaceEmptyWithNull<Fields extends object>(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([key, value]) => [key, value === '' ? null : value]);
  return Object.fromEntries(entries) as Fields;
}

async function listPredictedShowChanges(
  tx: Tx,
  userId: string,
  topic: 'entrants' | 'privacy',
  version: number,
): Promise<Change[]> {
  const predictedShows = await tx
    .select({ showId: predictions.showId })
    .from(predictions)
    .where(eq(predictions.userId, userId));
  return predictedShows.map(({ showId }) => ({ topic, subjectId: showId, version }));
}
