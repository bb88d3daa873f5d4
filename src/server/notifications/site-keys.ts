import { eq } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { siteKeys } from '../db/schema/notifications.ts';

/**
 * A key of this site's own, made by the first who asks. It is in the database, as all servers must have
 * the same one, but in no backup: whoever steals one cannot speak as this site.
 */
export async function siteKey(db: Db, name: string, make: () => string): Promise<string> {
  const find = () => db.select().from(siteKeys).where(eq(siteKeys.name, name));
  const [there] = await find();
  if (there) return there.value;
  // Of two that make one at once the first one's is it.
  await db.insert(siteKeys).values({ name, value: make() }).onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error('The key was not stored');
  return made.value;
}
