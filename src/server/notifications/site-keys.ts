import { eq } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { siteKeys } from '../db/schema/notifications.ts';

/** A secret that all servers share. Not in backups: a stolen backup must not sign for the site. */
export async function loadSiteKey(db: Db, name: string, generate: () => string): Promise<string> {
  const find = () => db.select().from(siteKeys).where(eq(siteKeys.name, name));
  const [existing] = await find();
  if (existing) return existing.value;
  // If two servers create a key at once, the first one wins.
  await db.insert(siteKeys).values({ name, value: generate() }).onConflictDoNothing();
  const [stored] = await find();
  if (!stored) throw new Error('The key was not stored');
  return stored.value;
}
