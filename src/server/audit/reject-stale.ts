import { desc, eq } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';

/** Throws a 409 that names the changed fields and their authors. Lock the row first. */
export async function rejectStale(
  tx: Tx,
  subject: {
    id: string;
    /** The subject's name in the message: 'this show', '“Ember”'. */
    label: () => string | Promise<string>;
    /** If undefined, nothing is checked. */
    baseVersion: number | undefined;
    currentVersion: number;
    versionKey: 'version' | 'detailsVersion';
    fields: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { baseVersion, currentVersion } = subject;
  if (baseVersion === undefined || baseVersion === currentVersion) return;
  const { actorNames, fields } = await findNewerChanges(tx, subject);
  const label = await subject.label();
  const changedText = fields.length > 0 ? `${formatList(fields)} of ${label}` : label;
  throw new ApiError(
    409,
    `${actorNames} changed ${changedText} in the meantime. Your changes were not saved.`,
  );
}

async function findNewerChanges(tx: Tx, subject: Parameters<typeof rejectStale>[1]) {
  const records = await tx
    .select({ before: auditLog.before, after: auditLog.after, actorName: users.username })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(eq(auditLog.subjectId, subject.id))
    .orderBy(desc(auditLog.id))
    .limit(100);
  const states = records
    .map(({ before, after, actorName }) => ({
      before: findState(subject.id, before),
      after: findState(subject.id, after),
      actorName: actorName ?? 'Someone',
    }))
    // Status changes are recorded separately, without the form's fields.
    .filter(({ before, after }) => before ?? after);
  const baseIndex = states.findIndex(
    ({ after }) => after?.[subject.versionKey] === subject.baseVersion,
  );
  const newerStates = baseIndex === -1 ? states : states.slice(0, baseIndex);
  const [oldest, newest] = [newerStates.at(-1)?.before, newerStates[0]?.after];
  const changedKeys = Object.keys(subject.fields).filter((key) => oldest?.[key] !== newest?.[key]);
  const names = [...new Set(newerStates.map(({ actorName }) => actorName))];
  return {
    actorNames: names.length > 0 ? formatList(names.reverse()) : 'Someone',
    fields: changedKeys.flatMap((key) => subject.fields[key] ?? []),
  };
}

function findState(id: string, snapshot: unknown): Record<string, unknown> | undefined {
  const rows: unknown[] = Array.isArray(snapshot) ? snapshot : [snapshot];
  return rows.filter(isObject).find((row) => row.id === id);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const listFormat = new Intl.ListFormat('en');
function formatList(names: readonly string[]): string {
  return listFormat.format(names);
}
