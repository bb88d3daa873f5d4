import { eq } from 'drizzle-orm';
import {
  NOTIFICATION_DEFAULTS,
  type NotificationChannel,
  type NotificationKind,
} from '#contract/notifications.ts';
import type { DbOrTx } from '../db/open.ts';
import { notificationPreferences } from '../db/schema/notifications.ts';

export async function findPreferences(db: DbOrTx, userId: string) {
  const { mail, push } = structuredClone(NOTIFICATION_DEFAULTS);
  const preferences = { mail, push };
  const rows = await db
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));
  for (const { channel, kind, isWanted } of rows) preferences[channel][kind] = isWanted;
  return preferences;
}

export async function savePreference(
  db: DbOrTx,
  userId: string,
  preference: { channel: NotificationChannel; kind: NotificationKind; isWanted: boolean },
): Promise<void> {
  const { channel, kind, isWanted } = preference;
  await db
    .insert(notificationPreferences)
    .values({ userId, channel, kind, isWanted })
    .onConflictDoUpdate({
      target: [
        notificationPreferences.userId,
        notificationPreferences.channel,
        notificationPreferences.kind,
      ],
      set: { isWanted },
    });
}
