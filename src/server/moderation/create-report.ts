import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { DAY } from '#contract/durations.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import * as contract from '#contract/reports.ts';
import { rejectMuted } from '../accounts/mutes.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { users } from '../db/schema/accounts.ts';
import { moderationCases, reports } from '../db/schema/moderation.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import { hasMember, requireVisible } from '../leagues/access.ts';
import { createVisibilityChange } from './change-visibility.ts';
import { fingerprint } from './fingerprint.ts';
import { isCaseOf, type LockedContent, lockContent, type Target } from './lock-content.ts';

/**
 * Returns false for a repeated report. Throws 404 for content that the fan can't see, 403 if they
 * are muted, 409 for their own or removed content, and 429 at the daily limit.
 */
export async function createReport(
  { tx, changed }: ChangeScope,
  target: Target,
  { reason, comment = null }: BodyOf<typeof contract.createReport>,
  { reporterId, now }: { reporterId: string; now: number },
): Promise<boolean> {
  const content = await lockContent(tx, target, [reporterId]);
  if (content.kind === 'league') await requireVisible(tx, content.id, reporterId);
  if (content.kind === 'talk') await requireReader(tx, content, reporterId);
  if (content.kind === 'bio') requirePublicBio(content);
  const reporter = content.fans.get(reporterId);
  if (!reporter) throw new ApiError(401, 'Please sign in');
  rejectMuted(reporter, now);
  if (content.fan.id === reporterId) throw new ApiError(409, contract.SELF_REPORT);

  const moderationCase = await lockCase(tx, content, new Date(now));
  if (moderationCase.visibility === 'removed')
    throw new ApiError(409, contract.REPORTED_ALREADY_HIDDEN);
  const isOfCase = eq(reports.caseId, moderationCase.id);
  const [earlierReport] = await tx
    .select()
    .from(reports)
    .where(and(isOfCase, eq(reports.reporterId, reporterId)));
  if (earlierReport && !wasDecidedForOtherContent(earlierReport, content)) return false;
  await checkDailyLimit(tx, reporterId, now);
  const undecided = { outcome: null, decidedAt: null, decidedFingerprint: null };
  const values = { reason, comment, createdAt: new Date(now), ...undecided };
  await tx
    .insert(reports)
    .values({ caseId: moderationCase.id, reporterId, ...values })
    .onConflictDoUpdate({ target: [reports.caseId, reports.reporterId], set: values });

  const isHidden =
    moderationCase.visibility === 'visible' &&
    content.kind !== 'username' &&
    (await countGoodReports(tx, moderationCase.id, now)) >= contract.REPORTS_TO_HIDE;
  await tx
    .update(moderationCases)
    .set({
      openSince: moderationCase.openSince ?? new Date(now),
      reportedText: moderationCase.openSince ? moderationCase.reportedText : content.text,
      visibility: isHidden ? 'awaiting' : moderationCase.visibility,
    })
    .where(eq(moderationCases.id, moderationCase.id));
  if (isHidden) changed(await createVisibilityChange(tx, content));
  changed({ topic: 'report', subjectId: moderationCase.id, version: nextChangeVersion() });
  return true;
}

async function requireReader(
  tx: Tx,
  { leagueId = '' }: LockedContent,
  reporterId: string,
): Promise<void> {
  if (!(await hasMember(tx, leagueId, reporterId))) throw notFound('Post');
}

function requirePublicBio({ fan, text }: LockedContent): void {
  if (text === '' || fan.hiddenFields.includes('bio')) throw notFound('Bio');
}

/** A false report stays the fan's latest one, because it counts against their standing. */
function wasDecidedForOtherContent(
  { outcome, decidedFingerprint }: typeof reports.$inferSelect,
  content: LockedContent,
): boolean {
  return outcome !== null && outcome !== 'abuse' && decidedFingerprint !== fingerprint(content);
}

async function lockCase(tx: Tx, content: LockedContent, createdAt: Date) {
  const { kind, id, text, fan } = content;
  await tx
    .insert(moderationCases)
    .values({
      kind,
      userId: kind === 'league' ? null : fan.id,
      ...(kind === 'thread' && { threadId: id }),
      ...(kind === 'post' && { postId: id }),
      ...(kind === 'talk' && { leaguePostId: id }),
      ...(kind === 'league' && { leagueId: id }),
      reportedText: text,
      createdAt,
    })
    .onConflictDoNothing();
  const [moderationCase] = await tx
    .select()
    .from(moderationCases)
    .where(isCaseOf(content))
    .for('update');
  if (!moderationCase) throw new Error('The saved case was not found');
  return moderationCase;
}

/** Concurrent reports wait for the lock on their reporter, so they can't exceed the limit. */
async function checkDailyLimit(tx: Tx, reporterId: string, now: number): Promise<void> {
  const latest = await tx
    .select({ createdAt: reports.createdAt })
    .from(reports)
    .where(and(eq(reports.reporterId, reporterId), gt(reports.createdAt, new Date(now - DAY))))
    .orderBy(asc(reports.createdAt))
    .limit(contract.REPORTS_PER_DAY);
  const [oldest] = latest;
  if (!oldest || latest.length < contract.REPORTS_PER_DAY) return;
  const retryAfter = Math.ceil((oldest.createdAt.getTime() + DAY - now) / 1000);
  throw new ApiError(429, contract.TOO_MANY_REPORTS, { retryAfter });
}

async function countGoodReports(tx: Tx, caseId: string, now: number): Promise<number> {
  const { accountAgeMs, withoutAbuseMs } = contract.GOOD_STANDING;
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reporterId))
    .where(
      and(
        eq(reports.caseId, caseId),
        isNull(reports.outcome),
        lte(users.createdAt, new Date(now - accountAgeMs)),
        isNull(users.postingEndedAt),
        or(isNull(users.mutedUntil), lte(users.mutedUntil, new Date(now))),
        sql`not exists (
          select from reports abuse
          where abuse.reporter_id = ${users.id} and abuse.outcome = 'abuse'
            and abuse.decided_at > ${new Date(now - withoutAbuseMs)}
        )`,
      ),
    );
  return row?.count ?? 0;
}
