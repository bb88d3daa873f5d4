import { eq } from 'drizzle-orm';
import { PROFILE_FIELDS } from '#contract/accounts.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';

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
    })
    .from(users)
    .where(eq(users.usernameKey, usernameKey));
  if (!profile) return undefined;
  const { hiddenFields, createdAt, ...fields } = profile;
  for (const field of PROFILE_FIELDS) if (hiddenFields.includes(field)) fields[field] = null;
  return { ...fields, memberSince: createdAt.toISOString() };
}
