import type { Change } from '#contract/freshness.ts';
import type { Db } from '../db/open.ts';
import type { Tx } from '../db/transaction.ts';
import type { Bus } from './bus.ts';
import { type AuditEntry, recordChange } from './record-change.ts';

export interface ChangeScope {
  tx: Tx;
  /** Null for an automatic change. */
  actorId: string | null;
  /** Writes an audit record and returns its ID. `actorId` overrides the scope's. */
  record(entry: AuditEntry & { actorId?: string | null }): Promise<number>;
  changed(...changes: Change[]): void;
}

/** After a conflict, `work` runs again, so it must not change anything but the database. */
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
      changed: (...newChanges) => void changes.push(...newChanges),
    });
    return { result, changes: isRecorded ? [...changes, AUDIT_CHANGE] : changes };
  });
}

/** For background jobs. `bus` is undefined where no server is running, as on the command line. */
export async function runAndPublish<Result>(
  { db, bus }: { db: Db; bus: Pick<Bus, 'publish'> | undefined },
  actorId: string | null,
  work: (scope: ChangeScope) => Promise<Result>,
): Promise<Result> {
  const { result, changes } = await runChange(db, actorId, work);
  if (changes.length > 0) await bus?.publish(changes);
  return result;
}

const AUDIT_CHANGE: Change = { topic: 'audit', subjectId: null, version: 0 };
