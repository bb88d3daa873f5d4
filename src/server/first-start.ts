import { asc, eq } from 'drizzle-orm';
import { createFirstAdmin, ensureFirstAdmin } from './accounts/first-admin.ts';
import type { Db } from './db/open.ts';
import { shows, songs, users } from './db/schema.ts';
import type { BandPack } from './setup/band-pack.ts';
import { initializeDatabase } from './setup/initialize.ts';

/**
 * Sees that there is something to look at and somebody to run it: fills an empty database from
 * the band pack where it may, makes the administrator that is named, or a first one where nobody has an
 * account. Returns a sentence that says how to sign in as administrator.
 */
export async function prepareFirstStart(
  db: Db,
  bandPack: BandPack,
  {
    admin,
    fillsEmpty,
  }: { admin: { email: string; password: string } | undefined; fillsEmpty: boolean },
): Promise<string> {
  // By what is there, not by whether it was just made: a first start may have been cut off.
  if (fillsEmpty && (await isEmpty(db)))
    await initializeDatabase(db, bandPack, { now: Date.now(), actorId: null });
  if (admin) {
    await createFirstAdmin(db, admin);
    return `Sign in as administrator: ${admin.email}, with the password that ADMIN_PASSWORD sets.`;
  }
  const made = await ensureFirstAdmin(db);
  if (made)
    return `Sign in as administrator: ${made.email}, password ${made.password} (shown only this once).`;
  const [first] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.createdAt))
    .limit(1);
  return first
    ? `Sign in as administrator: ${first.email}. Password lost? ADMIN_EMAIL and ADMIN_PASSWORD set another.`
    : 'There is no administrator: set ADMIN_EMAIL and ADMIN_PASSWORD, and start again.';
}

async function isEmpty(db: Db): Promise<boolean> {
  const [anySong] = await db.select({ id: songs.id }).from(songs).limit(1);
  const [anyShow] = await db.select({ id: shows.id }).from(shows).limit(1);
  return !anySong && !anyShow;
}
