import { eq } from 'drizzle-orm';
import type { ImportKey } from '#contract/import-key.ts';
import type { ChangeScope } from '../../../changes/run-change.ts';
import type { Db } from '../../../db/open.ts';
import { siteKeys } from '../../../db/schema/notifications.ts';
import type { Tx } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';

const IS_KEPT = eq(siteKeys.name, 'setlistfm');

export async function findSetlistfmKey(
  db: Db | Tx,
  ofSettings: string | undefined,
): Promise<string | undefined> {
  if (ofSettings) return ofSettings;
  const [kept] = await db.select().from(siteKeys).where(IS_KEPT);
  return kept?.value;
}

/** Never returns the key itself. */
export async function whereIsSetlistfmKey(
  db: Db | Tx,
  ofSettings: string | undefined,
): Promise<ImportKey> {
  if (ofSettings) return { storedIn: 'settings' };
  return { storedIn: (await findSetlistfmKey(db, undefined)) === undefined ? 'nowhere' : 'site' };
}

/** Null deletes the key. Throws 409 if the settings have one. */
export async function keepSetlistfmKey(
  { tx, actorId, record, changed }: ChangeScope,
  key: string | null,
  { ofSettings, now }: { ofSettings: string | undefined; now: number },
): Promise<void> {
  if (ofSettings)
    throw new ApiError(409, 'The server has a key by SETLISTFM_API_KEY: change it there.');
  const [was] = await tx.select().from(siteKeys).where(IS_KEPT).for('update');
  if (was?.value === (key ?? undefined)) return;
  if (key === null) await tx.delete(siteKeys).where(IS_KEPT);
  else
    await tx
      .insert(siteKeys)
      .values({ name: 'setlistfm', value: key })
      .onConflictDoUpdate({ target: siteKeys.name, set: { value: key } });
  const [before, after] = [was !== undefined, key !== null].map((isKept) => ({ isKept }));
  await record({ action: 'setup.import-key', before, after });
  changed({ topic: 'importKey', subjectId: actorId, version: now });
}
