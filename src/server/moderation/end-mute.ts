import { and, desc, eq } from 'drizzle-orm';
import { NOT_MUTED } from '#contract/moderation.ts';
import { rejectOwnCase, requireModerable } from '../accounts/moderators.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { users } from '../db/schema/accounts.ts';
import { moderationNotices } from '../db/schema/moderation.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';

/** Throws 404 for an unknown fan, 403 if the moderator may not act on them, 409 if not muted. */
export async function endMute(
  { tx, record, changed }: ChangeScope,
  userId: string,
  { viewer, now }: { viewer: Viewer; now: number },
): Promise<void> {
  const [fan] = await tx
    .select({ mutedUntil: users.mutedUntil })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!fan) throw notFound('User');
  rejectOwnCase(viewer, userId);
  await requireModerable(tx, viewer, userId);
  if (!fan.mutedUntil || fan.mutedUntil.getTime() <= now) throw new ApiError(409, NOT_MUTED);
  await tx.update(users).set({ mutedUntil: null }).where(eq(users.id, userId));
  await replaceMuteNotices(tx, userId, now);
  await record({
    action: 'user.end-mute',
    subjectId: userId,
    before: { mutedUntil: fan.mutedUntil.toISOString() },
  });
  changed(
    { topic: 'account', subjectId: userId, version: now },
    { topic: 'mute', subjectId: userId, version: now },
  );
}

/** An unread notice would still say that the fan is muted. */
async function replaceMuteNotices(tx: Tx, userId: string, now: number): Promise<void> {
  const areMutes = and(eq(moderationNotices.userId, userId), eq(moderationNotices.kind, 'mute'));
  const [latest] = await tx
    .select()
    .from(moderationNotices)
    .where(areMutes)
    .orderBy(desc(moderationNotices.createdAt))
    .limit(1);
  if (!latest) return;
  await tx.update(moderationNotices).set({ isConfirmed: true }).where(areMutes);
  const { about, excerpt } = latest;
  const isHidden = latest.isHidden && !latest.isConfirmed;
  await tx.insert(moderationNotices).values({
    ...{ userId, about, excerpt, kind: 'unmute', isHidden, createdAt: new Date(now) },
  });
}
