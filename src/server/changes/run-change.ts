import type { Change } from '#contract/freshness.ts';
import { type AuditEntry, recordChange } from '../audit/record-change.ts';
import type { Db } from '../db/open.ts';
import type { Tx } from '../db/transaction.ts';

/** The transaction of a change, who makes it, and what it reports. */
export interface ChangeScope {
  tx: Tx;
  /** Null for an automatic change. */
  actorId: string | null;
  /** Writes an audit record and returns its id. `actorId` is for another actor than the scope's. */
  record(entry: AuditEntry & { actorId?: string | null }): Promise<number>;
  /** Names what changed. It is announced after the commit. */
  changed(...changes: Change[]): void;
}

/**
 * Runs `work` in a transaction and returns its result with the changes it named, which the caller
 * publishes. After a conflict the transaction runs again, so `work` may only change the database.
 */
export async function runChange<Result>(
  db: Db,
  actorId: string | null,
  work: (scope: ChangeScope) => Promise<Result>,
): Promise<{ result: Result; changes: readonly Change[] }> {
  return db.transaction(async (tx) => {
    const changes: Change[] = [];
    let isRecorded = false;
    const result = await work({
      tx,
      actorId,
      async record(entry) {
        isRecorded = true;
        return recordChange(tx, { actorId, ...entry });
      },
      changed: (...more) => void changes.push(...more),
    });
    return { result, changes: isRecorded ? [...changes, RECORDED] : changes };
  });
}

const RECORDED: Change = { topic: 'audit', subjectId: null, version: 0 };
