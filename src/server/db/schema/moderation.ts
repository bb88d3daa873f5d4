import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { VISIBILITIES } from '#contract/hidden-content.ts';
import { FINGERPRINT_LENGTH } from '#contract/moderation.ts';
import { MODERATION_NOTICE_KINDS, NOTICE_EXCERPT_MAX } from '#contract/moderation-notices.ts';
import { REPORT_COMMENT_MAX, REPORT_KINDS, REPORT_REASONS } from '#contract/reports.ts';
import { users } from './accounts.ts';
import { instant, isOneOf } from './columns.ts';
import { forumPosts, forumThreads } from './forums.ts';
import { leaguePosts, leagues } from './leagues.ts';

/** Reported content has one case, regardless of the number of reports. */
export const moderationCases = pgTable(
  'moderation_cases',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: varchar('kind', { length: 10, enum: REPORT_KINDS }).notNull(),
    /** The author or the profile's owner. Null for a league, because its owner can change. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    threadId: uuid('thread_id').references(() => forumThreads.id, { onDelete: 'cascade' }),
    postId: uuid('post_id').references(() => forumPosts.id, { onDelete: 'cascade' }),
    leagueId: uuid('league_id').references(() => leagues.id, { onDelete: 'cascade' }),
    leaguePostId: uuid('league_post_id').references(() => leaguePosts.id, { onDelete: 'cascade' }),
    visibility: varchar('visibility', { length: 10, enum: VISIBILITIES })
      .notNull()
      .default('visible'),
    version: integer('version').notNull().default(0),
    /** The text that the first open report is about. */
    reportedText: text('reported_text').notNull(),
    /** When the first open report was made. Null if no report is open. */
    openSince: instant('open_since'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('moderation_cases_visibility', isOneOf(t.visibility, VISIBILITIES)),
    check(
      'moderation_cases_target',
      sql`(${t.userId} is null) = (${t.kind} = 'league')
        and (${t.threadId} is not null) = (${t.kind} = 'thread')
        and (${t.postId} is not null) = (${t.kind} = 'post')
        and (${t.leagueId} is not null) = (${t.kind} = 'league')
        and (${t.leaguePostId} is not null) = (${t.kind} = 'talk')
        and ${isOneOf(t.kind, REPORT_KINDS)}`,
    ),
    check('moderation_cases_username', sql`${t.kind} <> 'username' or ${t.visibility} = 'visible'`),
    uniqueIndex('moderation_cases_thread').on(t.threadId),
    uniqueIndex('moderation_cases_post').on(t.postId),
    uniqueIndex('moderation_cases_league').on(t.leagueId),
    uniqueIndex('moderation_cases_league_post').on(t.leaguePostId),
    uniqueIndex('moderation_cases_fan')
      .on(t.userId, t.kind)
      .where(sql`kind = 'bio' or kind = 'username'`),
    index('moderation_cases_user').on(t.userId),
    index('moderation_cases_open').on(t.openSince, t.id).where(sql`open_since is not null`),
    index('moderation_cases_removed').on(t.createdAt, t.id).where(sql`visibility = 'removed'`),
  ],
);

export const REPORT_OUTCOMES = ['dismissed', 'abuse', 'upheld'] as const;

export const reports = pgTable(
  'reports',
  {
    caseId: uuid('case_id')
      .notNull()
      .references(() => moderationCases.id, { onDelete: 'cascade' }),
    reporterId: uuid('reporter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: varchar('reason', { length: 10, enum: REPORT_REASONS }).notNull(),
    comment: varchar('comment', { length: REPORT_COMMENT_MAX }),
    createdAt: instant('created_at').notNull(),
    /** Null until a moderator has decided. */
    outcome: varchar('outcome', { length: 10, enum: REPORT_OUTCOMES }),
    decidedAt: instant('decided_at'),
    /** Identifies the content that was decided on. */
    decidedFingerprint: varchar('decided_fingerprint', { length: FINGERPRINT_LENGTH }),
  },
  (t) => [
    primaryKey({ columns: [t.caseId, t.reporterId] }),
    check('reports_reason', isOneOf(t.reason, REPORT_REASONS)),
    check('reports_outcome', isOneOf(t.outcome, REPORT_OUTCOMES)),
    check(
      'reports_decided',
      sql`(${t.outcome} is null) = (${t.decidedAt} is null)
        and (${t.outcome} is null) = (${t.decidedFingerprint} is null)`,
    ),
    index('reports_reporter').on(t.reporterId, t.createdAt),
  ],
);

export const moderationNotices = pgTable(
  'moderation_notices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 10, enum: MODERATION_NOTICE_KINDS }).notNull(),
    about: varchar('about', { length: 10, enum: REPORT_KINDS }).notNull(),
    excerpt: varchar('excerpt', { length: NOTICE_EXCERPT_MAX }).notNull(),
    mutedUntil: instant('muted_until'),
    createdAt: instant('created_at').notNull(),
    isHidden: boolean('is_hidden').notNull(),
    isConfirmed: boolean('is_confirmed').notNull().default(false),
  },
  (t) => [
    check('moderation_notices_kind', isOneOf(t.kind, MODERATION_NOTICE_KINDS)),
    check('moderation_notices_about', isOneOf(t.about, REPORT_KINDS)),
    check('moderation_notices_mute', sql`(${t.kind} = 'mute') = (${t.mutedUntil} is not null)`),
    index('moderation_notices_user').on(t.userId, t.createdAt),
  ],
);
