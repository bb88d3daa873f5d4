import { desc, eq } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';

/** Throws 409, naming who changed what, if `from` is outdated. Lock the thing first. */
export async function rejectStale(
  tx: Tx,
  thing: {
    id: string;
    /** Its name in the message: 'this show', '“Ember”'. */
    label: () => string | Promise<string>;
    /** The version the change starts from; undefined skips the check. */
    from: number | undefined;
    now: number;
    versionKey: 'version' | 'detailsVersion';
    /** Labels by field: `{ date: 'the date and time' }`. */
    fields: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { from, now } = thing;
  if (from === undefined || from === now) return;
  const { who, fields } = await changesSince(tx, thing);
  const label = await thing.label();
  const what = fields.length > 0 ? `${list(fields)} of ${label}` : label;
  throw new ApiError(409, `${who} changed ${what} in the meantime. Your changes were not saved.`);
}

async function changesSince(tx: Tx, thing: Parameters<typeof rejectStale>[1]) {
  const records = await tx
    .select({ before: auditLog.before, after: auditLog.after, who: users.username })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(eq(auditLog.subjectId, thing.id))
    .orderBy(desc(auditLog.id))
    .limit(100);
  const states = records
    .map(({ before, after, who }) => ({
      before: stateOf(thing.id, before),
      after: stateOf(thing.id, after),
      who: who ?? 'Someone',
    }))
    // Status changes are recorded separately, without the form's fields.
    .filter(({ before, after }) => before ?? after);
  const start = states.findIndex(({ after }) => after?.[thing.versionKey] === thing.from);
  const since = start === -1 ? states : states.slice(0, start);
  const [old, current] = [since.at(-1)?.before, since[0]?.after];
  const changed = Object.keys(thing.fields).filter((key) => old?.[key] !== current?.[key]);
  const names = [...new Set(since.map(({ who }) => who))];
  return {
    who: names.length > 0 ? list(names.reverse()) : 'Someone',
    fields: changed.flatMap((key) => thing.fields[key] ?? []),
  };
}

function stateOf(id: string, recorded: unknown): Record<string, unknown> | undefined {
  const things: unknown[] = Array.isArray(recorded) ? recorded : [recorded];
  return things.filter(isThing).find((thing) => thing.id === id);
}

function isThing(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const listFormat = new Intl.ListFormat('en');
function list(words: readonly string[]): string {
  return listFormat.format(words);
}
