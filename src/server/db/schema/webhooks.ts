import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_EVENTS, WEBHOOK_LENGTHS } from '#contract/webhooks.ts';
import { instant, isEachOneOf, isOneOf } from './columns.ts';

export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    url: varchar('url', { length: WEBHOOK_LENGTHS.url }).notNull(),
    description: varchar('description', { length: WEBHOOK_LENGTHS.description }).notNull(),
    events: text('events', { enum: WEBHOOK_EVENTS }).array().notNull(),
    /** Stored in plain text, because each request is signed with it. Backups exclude the table. */
    secret: varchar('secret', { length: 60 }).notNull(),
    /** Also signs until `previousSecretEndsAt`. */
    previousSecret: varchar('previous_secret', { length: 60 }),
    previousSecretEndsAt: instant('previous_secret_ends_at'),
    createdAt: instant('created_at').notNull(),
    disabledAt: instant('disabled_at'),
    failingSince: instant('failing_since'),
  },
  (t) => [
    check('webhooks_have_events', sql`cardinality(${t.events}) > 0`),
    check('webhooks_events', isEachOneOf(t.events, WEBHOOK_EVENTS)),
  ],
);

/** Events to send, written in the transaction of the change, and the log of sent events. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Stays the same over all attempts, so that receivers can ignore repeats. */
    id: uuid('id').primaryKey().defaultRandom(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    event: varchar('event', { length: 20 }).notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    status: varchar('status', { length: 10, enum: WEBHOOK_DELIVERY_STATUSES })
      .notNull()
      .default('waiting'),
    sendAfter: instant('send_after').notNull(),
    attempts: integer('attempts').notNull().default(0),
    claimedAt: instant('claimed_at'),
    responseStatus: integer('response_status'),
    response: varchar('response', { length: WEBHOOK_LENGTHS.response }),
  },
  (t) => [
    check('webhook_deliveries_status', isOneOf(t.status, WEBHOOK_DELIVERY_STATUSES)),
    index('webhook_deliveries_order').on(t.webhookId, t.number),
    index('webhook_deliveries_waiting')
      .on(t.webhookId, t.number)
      .where(sql`${t.status} = 'waiting'`),
  ],
);
