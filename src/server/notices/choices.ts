import { eq } from 'drizzle-orm';
import { NOTICE_DEFAULTS, type NoticeChannel, type NoticeKind } from '#contract/notices.ts';
import { noticeChoices } from '../db/notice-schema.ts';
import type { DbOrTx } from '../db/open.ts';

/** Of what somebody is told, and how: what they chose over what everybody has. */
export async function choicesOf(db: DbOrTx, userId: string) {
  const { mail, push } = structuredClone(NOTICE_DEFAULTS);
  const chosen = { mail, push };
  const rows = await db.select().from(noticeChoices).where(eq(noticeChoices.userId, userId));
  for (const { channel, kind, isWanted } of rows) chosen[channel][kind] = isWanted;
  return chosen;
}

export async function choose(
  db: DbOrTx,
  userId: string,
  choice: { channel: NoticeChannel; kind: NoticeKind; isWanted: boolean },
): Promise<void> {
  const { channel, kind, isWanted } = choice;
  await db
    .insert(noticeChoices)
    .values({ userId, channel, kind, isWanted })
    .onConflictDoUpdate({
      target: [noticeChoices.userId, noticeChoices.channel, noticeChoices.kind],
      set: { isWanted },
    });
}
