import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import { SCRIBE_STATUSES } from '#contract/scribes.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { users } from '../db/schema/accounts.ts';
import { scribes } from '../db/schema/scribes.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { createAccessDeniedError } from '../http/viewer.ts';

/** The shows whose setlists a user may enter. Writes out table names, which Drizzle omits. */
export const scribeOf: SQL<string[]> = sql`array(
  select covered.id from scribes cross join lateral (
    select shows.id from shows
    where shows.status in ('open', 'live', 'postponed')
      and (shows.id = scribes.show_id or shows.tour_name = scribes.tour_name)
  ) covered
  where scribes.user_id = users.id
  order by covered.id
)`;

/** Throws 403 if the right ended while waiting for the show's lock. Call this while holding it. */
export async function requireScribe(tx: Tx, userId: string, showId: string): Promise<void> {
  const [user] = await tx.select({ scribeOf }).from(users).where(eq(users.id, userId));
  if (!user?.scribeOf.includes(showId)) throw createAccessDeniedError();
}

type ScribeRow = typeof scribes.$inferSelect;

interface CoveredShow {
  id: string;
  tourName: string | null;
}

/** Call this before a deletion. */
export async function announceScribes(
  { tx, changed }: Pick<ChangeScope, 'tx' | 'changed'>,
  ...coveredShows: CoveredShow[]
): Promise<void> {
  const rows = await tx
    .selectDistinct({ userId: scribes.userId })
    .from(scribes)
    .where(or(...coveredShows.map(isScribeOf)));
  changed(...rows.flatMap(({ userId }) => (userId ? listScribeChanges({ userId }) : [])));
}

export async function endScribes(
  { tx, record, changed }: ChangeScope,
  show: CoveredShow,
): Promise<void> {
  const hasOpenShow = sql`exists (
    select from ${shows} where ${shows.tourName} = ${scribes.tourName}
      and ${inArray(shows.status, [...SCRIBE_STATUSES])}
  )`;
  const ended = await tx
    .delete(scribes)
    .where(and(isScribeOf(show), sql`not ${hasOpenShow}`))
    .returning();
  for (const row of ended) {
    await record({ ...describeScribe(row), action: 'scribe.end', showId: show.id });
    changed(...listScribeChanges(row));
  }
}

export async function endRightsOf({ tx, changed }: ChangeScope, userId: string): Promise<void> {
  const ended = await tx
    .delete(scribes)
    .where(eq(scribes.userId, userId))
    .returning({ id: scribes.id });
  if (ended.length > 0) changed(...listScribeChanges({ userId }));
}

/** Lets scribes of both tours keep one right each. Call this after renaming the shows' tour. */
export async function renameScribesTour(
  { tx, changed }: Pick<ChangeScope, 'tx' | 'changed'>,
  name: string,
  newName: string,
): Promise<void> {
  const isOfEitherTour = inArray(scribes.tourName, [name, newName]);
  const rows = await tx.select().from(scribes).where(isOfEitherTour).for('update');
  if (rows.length === 0) return;
  const holders = new Set(
    rows.flatMap(({ tourName, userId }) => (tourName === newName && userId) || []),
  );
  const isHolder = (userId: string | null) => userId !== null && holders.has(userId);
  const renamed = rows.filter(({ tourName }) => tourName === name);
  const listIds = (list: typeof rows) => list.map(({ id }) => id);
  await tx
    .delete(scribes)
    .where(inArray(scribes.id, listIds(renamed.filter(({ userId }) => isHolder(userId)))));
  await tx.update(scribes).set({ tourName: newName }).where(eq(scribes.tourName, name));
  changed(...rows.flatMap(listScribeChanges));
}

function isScribeOf({ id, tourName }: CoveredShow): SQL | undefined {
  return or(eq(scribes.showId, id), tourName === null ? undefined : eq(scribes.tourName, tourName));
}

export function listScribeChanges({
  id,
  userId,
}: { userId: string; id?: string } | ScribeRow): Change[] {
  const version = nextChangeVersion();
  if (!userId) return [{ topic: 'scribe', subjectId: id ?? null, version }];
  const subject = { subjectId: userId, version };
  return [
    { topic: 'scribe', ...subject },
    { topic: 'access', ...subject },
  ];
}

export function describeScribe({ userId, showId, tourName }: ScribeRow) {
  return {
    ...(userId && { subjectId: userId }),
    ...(showId && { showId }),
    ...(tourName && { after: { tourName } }),
  };
}
