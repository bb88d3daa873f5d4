import { z } from 'zod';
import { DAY } from './durations.ts';
import { endpoint, id, optionalText } from './endpoint.ts';

/** A report on a thread covers its title and its first post. `talk` is a league post. */
export const REPORT_KINDS = ['thread', 'post', 'talk', 'bio', 'league', 'username'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_REASONS = ['spam', 'harassment', 'hate', 'sexual', 'private', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_REASON_LABELS: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  harassment: 'Insults or harassment',
  hate: 'Hate or threats',
  sexual: 'Sexual content',
  private: 'Private information',
  other: 'Something else',
};

export const REPORT_COMMENT_MAX = 500;
export const REPORTS_PER_DAY = 20;

/** Reports by this many fans in good standing hide content until a moderator has decided. */
export const REPORTS_TO_HIDE = 3;

/** A fan in good standing is not muted, has an older account, and no report dismissed as abuse. */
export const GOOD_STANDING = { accountAgeMs: DAY, withoutAbuseMs: 90 * DAY } as const;

export const REPORT_RECEIVED = 'A moderator will look at it.';
export const REPORT_REPEATED = 'You already reported this.';
export const SELF_REPORT = "You can't report yourself";
export const REPORTED_ALREADY_HIDDEN = 'A moderator has already hidden this';
export const SHOW_THREAD_REPORTED =
  'Report a post in this thread instead, because the thread itself has no author';
export const TOO_MANY_REPORTS = `You can report ${REPORTS_PER_DAY} times a day. Please come back tomorrow.`;

export const reportBody = z.object({
  reason: z.enum(REPORT_REASONS, 'Choose a reason'),
  comment: optionalText(REPORT_COMMENT_MAX),
});

export const reportReceipt = z
  .object({ isNew: z.boolean(), message: z.string() })
  .meta({ id: 'ReportReceipt' });

export const createReport = endpoint('createReport', {
  method: 'POST',
  path: '/api/reports/{kind}/{id}',
  tag: 'moderation',
  who: 'user',
  summary:
    "Report a thread, a post, a post in your league, a league's name, or a fan's bio or username; 200 if you already did",
  params: z.object({ kind: z.enum(REPORT_KINDS, 'Not found'), id: id('Not found') }),
  body: reportBody,
  status: 201,
  returns: reportReceipt,
});
