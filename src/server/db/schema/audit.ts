import { bigint, index, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import { AUDIT_ACTION_NAMES } from '#contract/audit.ts';
import { users } from './accounts.ts';
import { instant } from './columns.ts';

export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** Null for automatic changes and the command line. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    action: varchar('action', { length: 50, enum: AUDIT_ACTION_NAMES }).notNull(),
    /** No foreign key, because the record outlives its subject. */
    subjectId: uuid('subject_id'),
    showId: uuid('show_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    undoneAt: instant('undone_at'),
    requestId: uuid('request_id').unique('audit_log_request'),
  },
  (t) => [index('audit_log_show').on(t.showId, t.id), index('audit_log_actor').on(t.actorId)],
);
