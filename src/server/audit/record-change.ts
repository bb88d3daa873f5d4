import type { AuditAction } from '#contract/audit.ts';
import type { Change } from '#contract/freshness.ts';
import type { Tx } from '../db/open.ts';
import { auditLog } from '../db/schema/audit.ts';

/** Announced with each change that was recorded. */
export const RECORDED: Change = { topic: 'audit', subjectId: null, version: 0 };

/**
 * Writes who changed what into the audit log, in the change's own transaction. `actorId` is null
 * for what the program does by itself. `before` and `after` must be JSON. Returns the record's id;
 * announce `RECORDED` with the change.
 */
export async function recordChange(
  tx: Tx,
  change: {
    actorId: string | null;
    action: AuditAction;
    subjectId?: string;
    showId?: string;
    /** By which its caller names it. */
    requestId?: string;
    before?: unknown;
    after?: unknown;
  },
): Promise<number> {
  const [record] = await tx.insert(auditLog).values(change).returning({ id: auditLog.id });
  if (!record) throw new Error('The record was not returned');
  return record.id;
}
