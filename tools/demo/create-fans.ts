import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { DAY } from '#contract/durations.ts';
import { buildEmailColumns, buildUsernameColumns } from '#server/accounts/account.ts';
import { hashPassword } from '#server/accounts/sign-in/passwords.ts';
import type { BandPack } from '#server/catalog/band-pack/band-pack.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/accounts.ts';
import { findProfile } from './fan-profiles.ts';

/** All fans have the same password, by default a random one. Returns their IDs. */
export async function createFans(
  db: Db,
  pack: BandPack,
  sharedPassword = randomBytes(32).toString('base64url'),
): Promise<string[]> {
  const password = await hashPassword(sharedPassword);
  await db.insert(users).values(
    pack.users.map(({ email, username, favoriteSong, homeVenue }, index) => ({
      ...buildEmailColumns(email),
      ...buildUsernameColumns(username),
      password,
      favoriteSong,
      homeVenue,
      ...findProfile(index),
      // Accounts must be older than their predictions and threads.
      createdAt: new Date(Date.now() - (400 - index) * DAY),
    })),
  );
  const fans = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, false))
    .orderBy(users.username);
  return fans.map(({ id }) => id);
}
