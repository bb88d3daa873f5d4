import { bigint, index, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import { AUDIT_ACTION_NAMES } from '#contract/audit.ts';
import { users } from './accounts.ts';
import { instant } from './columns.ts';

/** Who changed what, and when; written in the transaction of the change. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** Null for changes by the program itself: first start, command line. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    action: varchar('action', { length: 50, enum: AUDIT_ACTION_NAMES }).notNull(),
    /** No foreign key on purpose: the record outlives what it is about. */
    subjectId: uuid('subject_id'),
    showId: uuid('show_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    /** Set when an undo took this change back. */
    undoneAt: instant('undone_at'),
    /** The caller's own name for a change: sent again, it is not made again. */
    requestId: uuid('request_id').unique('audit_log_request'),
  },
  (t) => [index('audit_log_show').on(t.showId, t.id), index('audit_log_actor').on(t.actorId)],
);
