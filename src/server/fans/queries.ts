import { and, eq } from 'drizzle-orm';
import { PROFILE_FIELDS } from '#contract/accounts.ts';
import { toHiddenReason } from '#contract/hidden-content.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { moderationCases } from '../db/schema/moderation.ts';

export async function findProfile(db: Db, usernameKey: string) {
  const [profile] = await db
    .select({
      userId: users.id,
      username: users.username,
      createdAt: users.createdAt,
      bio: users.bio,
      location: users.location,
      favoriteSong: users.favoriteSong,
      homeVenue: users.homeVenue,
      hiddenFields: users.hiddenFields,
      hasPrivateSheets: users.hasPrivateSheets,
      totalPoints: users.totalPoints,
      gamesPlayed: users.gamesPlayed,
      averageScore: users.averageScore,
      visibility: moderationCases.visibility,
    })
    .from(users)
    .leftJoin(
      moderationCases,
      and(eq(moderationCases.userId, users.id), eq(moderationCases.kind, 'bio')),
    )
    .where(eq(users.usernameKey, usernameKey));
  if (!profile) return undefined;
  const { hiddenFields, createdAt, visibility, ...fields } = profile;
  for (const field of PROFILE_FIELDS) if (hiddenFields.includes(field)) fields[field] = null;
  const bioHidden = fields.bio === null ? null : toHiddenReason(visibility);
  if (bioHidden) fields.bio = null;
  return { ...fields, bioHidden, memberSince: createdAt.toISOString() };
}
