import type { AuditAction } from '#contract/audit.ts';
import { auditLog } from '../db/schema/audit.ts';
import type { Tx } from '../db/transaction.ts';

export interface AuditEntry {
  action: AuditAction;
  subjectId?: string;
  showId?: string;
  requestId?: string;
  before?: unknown;
  after?: unknown;
}

/** `actorId` is null for an automatic change. */
export async function recordChange(
  tx: Tx,
  entry: AuditEntry & { actorId: string | null },
): Promise<number> {
  const [record] = await tx.insert(auditLog).values(entry).returning({ id: auditLog.id });
  if (!record) throw new Error('The audit log insert returned no row.');
  return record.id;
}
