import { and, eq, isNull } from 'drizzle-orm';
import type { AuditAction } from '#contract/audit.ts';
import { DAY } from '#contract/durations.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import * as contract from '#contract/moderation.ts';
import { NOTICE_EXCERPT_MAX } from '#contract/moderation-notices.ts';
import { rejectOwnCase, rejectRole, requireModerable } from '../accounts/moderators.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { users } from '../db/schema/accounts.ts';
import { moderationCases, moderationNotices, reports } from '../db/schema/moderation.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { createVisibilityChange } from './change-visibility.ts';
import { fingerprint } from './fingerprint.ts';
import { type LockedContent, lockContent, type Target } from './lock-content.ts';

type Decision = BodyOf<typeof contract.decideReport>;
type CaseRow = typeof moderationCases.$inferSelect;

/**
 * Throws 400 to hide a username, 403 for a moderator who may not act on the fan, and 404 for
 * deleted content. Throws 409 for a stale decision, and to mute an administrator or moderator.
 */
export async function decideReport(
  { tx, record, changed }: ChangeScope,
  caseId: string,
  decision: Decision,
  { viewer, now }: { viewer: Viewer; now: number },
): Promise<void> {
  const content = await lockContent(tx, toTarget(await requireCase(tx, caseId)));
  const moderationCase = await requireCase(tx, caseId, 'locked');
  const { visibility, openSince } = moderationCase;
  const isUndecided = openSince !== null || visibility === 'removed';
  if (moderationCase.version !== decision.version || !isUndecided)
    throw new ApiError(409, contract.ALREADY_DECIDED);
  if (fingerprint(content) !== decision.fingerprint)
    throw new ApiError(409, contract.CHANGED_SINCE_READ);
  rejectOwnCase(viewer, content.fan.id);
  await requireModerable(tx, viewer, content.fan.id);
  const newVisibility = decision.content === 'hide' ? 'removed' : 'visible';
  if (newVisibility === 'removed' && moderationCase.kind === 'username')
    throw new ApiError(400, contract.USERNAME_STAYS);

  const mutedUntil = await muteFan(tx, content, decision, now);
  const reportCount = await closeReports(tx, caseId, { decision, content, now });
  await tx
    .update(moderationCases)
    .set({
      visibility: newVisibility,
      version: moderationCase.version + 1,
      openSince: null,
      reportedText: content.text,
    })
    .where(eq(moderationCases.id, caseId));
  await record({
    action: findAction(decision, moderationCase),
    subjectId: content.fan.id,
    before: { kind: moderationCase.kind, reports: reportCount, visibility },
    after: {
      kind: moderationCase.kind,
      visibility: newVisibility,
      ...(mutedUntil && { mutedUntil: mutedUntil.toISOString() }),
      ...(decision.isAbuse && { isAbuse: true }),
    },
  });
  const isRemoved = newVisibility === 'removed' && visibility !== 'removed';
  if (decision.author !== 'none' || isRemoved) {
    await insertNotice(tx, content, { decision, mutedUntil, now });
    changed({ topic: 'account', subjectId: content.fan.id, version: now });
  }
  if (mutedUntil) changed({ topic: 'mute', subjectId: content.fan.id, version: now });
  if (newVisibility !== visibility) changed(await createVisibilityChange(tx, content));
  changed({ topic: 'report', subjectId: caseId, version: nextChangeVersion() });
}

async function requireCase(tx: Tx, id: string, lock?: 'locked'): Promise<CaseRow> {
  const query = tx.select().from(moderationCases).where(eq(moderationCases.id, id)).$dynamic();
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw notFound('Report');
  return row;
}

function toTarget({ kind, userId, ...ids }: CaseRow): Target {
  const { threadId, postId, leaguePostId, leagueId } = ids;
  return { kind, id: threadId ?? postId ?? leaguePostId ?? leagueId ?? userId ?? '' };
}

/** Returns when the mute ends. Never shortens a mute. */
async function muteFan(
  tx: Tx,
  { fan }: LockedContent,
  { muteDays }: Decision,
  now: number,
): Promise<Date | undefined> {
  if (muteDays === undefined) return undefined;
  rejectRole('fan', fan);
  const mutedUntil = new Date(Math.max(now + muteDays * DAY, fan.mutedUntil?.getTime() ?? 0));
  await tx.update(users).set({ mutedUntil }).where(eq(users.id, fan.id));
  return mutedUntil;
}

async function closeReports(
  tx: Tx,
  caseId: string,
  { decision, content, now }: { decision: Decision; content: LockedContent; now: number },
): Promise<number> {
  const isDismissed = decision.content === 'show' && decision.author === 'none';
  const outcome = decision.isAbuse ? 'abuse' : isDismissed ? 'dismissed' : 'upheld';
  const closed = await tx
    .update(reports)
    .set({ outcome, decidedAt: new Date(now), decidedFingerprint: fingerprint(content) })
    .where(and(eq(reports.caseId, caseId), isNull(reports.outcome)))
    .returning({ reporterId: reports.reporterId });
  return closed.length;
}

function findAction({ content, author }: Decision, { visibility }: CaseRow): AuditAction {
  if (author !== 'none') return author === 'mute' ? 'report.mute' : 'report.warn';
  if (content === 'hide') return 'report.hide';
  return visibility === 'removed' ? 'report.restore' : 'report.dismiss';
}

async function insertNotice(
  tx: Tx,
  { kind, text, fan }: LockedContent,
  {
    decision,
    mutedUntil = null,
    now,
  }: { decision: Decision; mutedUntil: Date | undefined | null; now: number },
): Promise<void> {
  await tx.insert(moderationNotices).values({
    userId: fan.id,
    kind: decision.author === 'none' ? 'hide' : decision.author,
    about: kind,
    // Cuts between whole characters, because half of a surrogate pair can't be stored.
    excerpt: Array.from(text).slice(0, NOTICE_EXCERPT_MAX).join(''),
    isHidden: decision.content === 'hide',
    mutedUntil,
    createdAt: new Date(now),
  });
}
