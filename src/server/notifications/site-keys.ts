import { eq } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { siteKeys } from '../db/schema/notifications.ts';

/** Returns a key that all servers share. A stolen backup doesn't contain it. */
export async function loadSiteKey(db: Db, name: string, generate: () => string): Promise<string> {
  const selectKey = () => db.select().from(siteKeys).where(eq(siteKeys.name, name));
  const [existingKey] = await selectKey();
  if (existingKey) return existingKey.value;
  // If two servers create a key at the same time, the first one wins.
  await db.insert(siteKeys).values({ name, value: generate() }).onConflictDoNothing();
  const [storedKey] = await selectKey();
  if (!storedKey) throw new Error('The stored key was not found.');
  return storedKey.value;
}
