import { eq } from 'drizzle-orm';
import type { ImportKey } from '#contract/import-key.ts';
import type { ChangeScope } from '../../../changes/run-change.ts';
import type { Db } from '../../../db/open.ts';
import { siteKeys } from '../../../db/schema/notifications.ts';
import type { Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';

const IS_SETLISTFM = eq(siteKeys.name, 'setlistfm');

export async function findSetlistfmKey(
  db: Db | Tx,
  configuredKey: string | undefined,
): Promise<string | undefined> {
  if (configuredKey) return configuredKey;
  const [row] = await db.select().from(siteKeys).where(IS_SETLISTFM);
  return row?.value;
}

/** Returns where the key is stored, never the key itself. */
export async function locateSetlistfmKey(
  db: Db | Tx,
  configuredKey: string | undefined,
): Promise<ImportKey> {
  if (configuredKey) return { storedIn: 'settings' };
  return { storedIn: (await findSetlistfmKey(db, undefined)) === undefined ? 'nowhere' : 'site' };
}

/** Null deletes the key. Throws 409 if the environment sets a key. */
export async function storeSetlistfmKey(
  { tx, actorId, record, changed }: ChangeScope,
  key: string | null,
  { configuredKey, now }: { configuredKey: string | undefined; now: number },
): Promise<void> {
  if (configuredKey)
    throw new ApiError(409, 'The key is set by SETLISTFM_API_KEY. Change it there.');
  const [existing] = await tx.select().from(siteKeys).where(IS_SETLISTFM).for('update');
  if (existing?.value === (key ?? undefined)) return;
  if (key === null) await tx.delete(siteKeys).where(IS_SETLISTFM);
  else
    await tx
      .insert(siteKeys)
      .values({ name: 'setlistfm', value: key })
      .onConflictDoUpdate({ target: siteKeys.name, set: { value: key } });
  const [before, after] = [existing !== undefined, key !== null].map((isKept) => ({ isKept }));
  await record({ action: 'setup.import-key', before, after });
  changed({ topic: 'importKey', subjectId: actorId, version: now });
}
