import { asc, inArray, sql } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { renameTour as endpoint } from '#contract/tours.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { shows } from '../db/schema/shows.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import { renameScribesTour } from '../scribes/rights.ts';

/** Throws 404 for an unknown tour, and 409 if the administrator saw another number of shows. */
export async function renameTour(
  scope: ChangeScope,
  body: BodyOf<typeof endpoint>,
  now: number,
): Promise<ResponseOf<typeof endpoint>> {
  const { tx, record, changed } = scope;
  const { name, newName } = body;
  if (name === newName) throw new ApiError(400, 'The tour already has this name.');
  const rows = await tx
    .select({ id: shows.id, name: shows.name, tourName: shows.tourName })
    .from(shows)
    .where(inArray(shows.tourName, [name, newName]))
    .orderBy(asc(shows.id))
    .for('update');
  const renamedShows = rows.filter(({ tourName }) => tourName === name);
  const mergedShows = rows.filter(({ tourName }) => tourName === newName);
  if (renamedShows.length === 0) throw notFound('Tour');
  requireShowCount(name, renamedShows.length, body.showCount);
  requireShowCount(newName, mergedShows.length, body.mergedShowCount);
  await tx
    .update(shows)
    .set({
      tourName: newName,
      version: sql`${shows.version} + 1`,
      detailsVersion: sql`${shows.detailsVersion} + 1`,
    })
    // By ID, because another show could get the old name after the lock.
    .where(
      inArray(
        shows.id,
        renamedShows.map(({ id }) => id),
      ),
    );
  await renameScribesTour(scope, name, newName);
  // The IDs show which shows to change back, because a merged tour's shows don't stand out.
  const listShows = (list: typeof rows) => list.map(({ id, name }) => ({ id, name }));
  await record({
    action: mergedShows.length > 0 ? 'tour.merge' : 'tour.rename',
    before: { name, shows: listShows(renamedShows) },
    after: { name: newName, shows: listShows(rows) },
  });
  changed({ topic: 'show', subjectId: null, version: now });
  return { name: newName, showCount: rows.length };
}

function requireShowCount(name: string, showCount: number, expectedCount: number): void {
  if (showCount === expectedCount) return;
  const shows = showCount === 1 ? '1 show' : `${showCount} shows`;
  throw new ApiError(409, `“${name}” now has ${shows}. Nothing was renamed.`);
}
