import type { AuditAction } from '#contract/audit.ts';
import type { Change } from '#contract/freshness.ts';
import type { Tx } from '../db/open.ts';
import { auditLog } from '../db/schema/audit.ts';

/** Announce this with each recorded change. */
export const RECORDED: Change = { topic: 'audit', subjectId: null, version: 0 };

/**
 * Writes an audit record in the transaction of the change and returns its id. `actorId` is null for automatic changes.
 * `before` and `after` must be JSON. Announce `RECORDED` with the change.
 */
export async function recordChange(
  tx: Tx,
  change: {
    actorId: string | null;
    action: AuditAction;
    subjectId?: string;
    showId?: string;
    /** The client's id of the change. */
    requestId?: string;
    before?: unknown;
    after?: unknown;
  },
): Promise<number> {
  const [record] = await tx.insert(auditLog).values(change).returning({ id: auditLog.id });
  if (!record) throw new Error('The record was not returned');
  return record.id;
}
