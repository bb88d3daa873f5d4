import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS } from '#contract/notifications.ts';
import { PUSH_LENGTHS } from '#contract/push.ts';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { users } from './accounts.ts';
import { instant, isOneOf } from './columns.ts';
import { shows } from './shows.ts';

export const NOTIFICATION_OUTCOMES = ['sent', 'skipped', 'failed'] as const;

/** A fan without a row for a channel and kind has the default. */
export const notificationPreferences = pgTable(
  'notice_choices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    channel: varchar('channel', { length: 10, enum: NOTIFICATION_CHANNELS }).notNull(),
    kind: varchar('kind', { length: 10, enum: NOTIFICATION_KINDS }).notNull(),
    isWanted: boolean('is_wanted').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.channel, t.kind] }),
    check('notice_choices_channel', isOneOf(t.channel, NOTIFICATION_CHANNELS)),
    check('notice_choices_kind', isOneOf(t.kind, NOTIFICATION_KINDS)),
  ],
);

/** A notification is claimed before it is sent, so that it is sent at most once. */
export const notifications = pgTable(
  'notices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    showId: uuid('show_id')
      .notNull()
      .references(() => shows.id, { onDelete: 'cascade' }),
    channel: varchar('channel', { length: 10, enum: NOTIFICATION_CHANNELS }).notNull(),
    kind: varchar('kind', { length: 10, enum: NOTIFICATION_KINDS }).notNull(),
    /**
     * Distinguishes notifications of a kind: a moved show's new date, a correction's or league's
     * ID.
     */
    about: varchar('about', { length: 40 }).notNull().default(''),
    createdAt: instant('created_at').notNull(),
    /** Delays pushes at night, and emails after a failed attempt. */
    sendAfter: instant('send_after').notNull(),
    attempts: integer('attempts').notNull().default(0),
    claimedAt: instant('claimed_at'),
    /** Null while it is being sent, or if its server died. */
    outcome: varchar('outcome', { length: 10, enum: NOTIFICATION_OUTCOMES }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.showId, t.channel, t.kind, t.about] }),
    check('notices_channel', isOneOf(t.channel, NOTIFICATION_CHANNELS)),
    check('notices_kind', isOneOf(t.kind, NOTIFICATION_KINDS)),
    check('notices_outcome', isOneOf(t.outcome, NOTIFICATION_OUTCOMES)),
    index('notices_waiting').on(t.sendAfter).where(sql`${t.claimedAt} is null`),
    index('notices_show').on(t.showId),
    index('notices_age').on(t.createdAt),
  ],
);

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    endpoint: varchar('endpoint', { length: PUSH_LENGTHS.endpoint }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    p256dh: varchar('p256dh', { length: PUSH_LENGTHS.p256dh }).notNull(),
    auth: varchar('auth', { length: PUSH_LENGTHS.auth }).notNull(),
    /** The device's zone at its last visit, which determines the quiet hours. */
    timeZone: varchar('time_zone', { length: SHOW_LENGTHS.timeZone }).notNull(),
    createdAt: instant('created_at').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (t) => [index('push_subscriptions_user').on(t.userId)],
);

/** Secrets, generated when first needed or entered by an administrator. */
export const siteKeys = pgTable('site_keys', {
  name: varchar('name', { length: 20 }).primaryKey(),
  value: text('value').notNull(),
});
