import { asc, eq } from 'drizzle-orm';
import type { Band } from '#contract/band.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Change } from '#contract/freshness.ts';
import type * as contract from '#contract/shows.ts';
import { RECORDED, recordChange } from '../audit/record-change.ts';
import { rejectStale } from '../audit/reject-stale.ts';
import type { ShowScoring } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { freshSignInNeeded, type Viewer } from '../http/viewer.ts';
import { checkTimeZone, resolveLock, resolveShowDate } from './show-date.ts';
import { lockShow, type ShowRow } from './show-row.ts';

export async function createShow(
  tx: Tx,
  body: BodyOf<typeof contract.createShow>,
  band: Pick<Band, 'timeZone' | 'defaultCountry'>,
  actorId: string,
): Promise<ShowRow> {
  const { timeZone = band.timeZone, country = band.defaultCountry } = body;
  const date = resolveShowDate(body.date, timeZone);
  const locksAt = resolveLock(body.locksAt, { date, timeZone });
  const [show] = await tx
    .insert(shows)
    .values({ ...body, timeZone, country, date, locksAt })
    .returning();
  if (!show) throw new Error('The new show was not returned');
  const ofShow = { subjectId: show.id, showId: show.id };
  await recordChange(tx, { actorId, action: 'show.create', ...ofShow, after: show });
  return show;
}

/**
 * Changes the named fields. A new time zone alone keeps the instant. A new date opens a postponed
 * show.
 */
export async function updateShow(
  tx: Tx,
  showId: string,
  body: BodyOf<typeof contract.updateShow>,
  actorId: string,
): Promise<ShowRow> {
  const before = await lockShow(tx, showId);
  const { detailsVersion: from, ...fields } = body;
  await rejectStale(tx, {
    id: showId,
    called: () => 'this show',
    from,
    now: before.detailsVersion,
    versionKey: 'detailsVersion',
    fields: FIELD_NAMES,
  });
  const { timeZone = before.timeZone } = body;
  checkTimeZone(timeZone);
  const date = body.date === undefined ? before.date : resolveShowDate(body.date, timeZone);
  const locksAt = resolveLock(body.locksAt, { date, timeZone }, before);
  const isMoved = date.getTime() !== before.date.getTime();
  const [after = before] = await tx
    .update(shows)
    .set({
      ...fields,
      date,
      locksAt,
      status: isMoved && before.status === 'postponed' ? 'open' : before.status,
      version: before.version + 1,
      detailsVersion: before.detailsVersion + 1,
    })
    .where(eq(shows.id, showId))
    .returning();
  const ofShow = { subjectId: showId, showId };
  await recordChange(tx, { actorId, action: 'show.update', ...ofShow, before, after });
  return after;
}

const FIELD_NAMES = {
  name: 'the name',
  venue: 'the venue',
  city: 'the city',
  state: 'the state',
  country: 'the country',
  date: 'the date and time',
  timeZone: 'the time zone',
  tourName: 'the tour',
  locksAt: 'the lock time',
};

/**
 * Deletes a show with its predictions and setlist and updates users' totals. Returns the changes to
 * announce. Throws 403 if it has predictions and the sign-in is not fresh.
 */
export async function deleteShow(
  tx: Tx,
  scoring: ShowScoring,
  showId: string,
  by: Pick<Viewer, 'userId' | 'isFresh'>,
): Promise<Change[]> {
  const show = await lockShow(tx, showId);
  const isPredicted = (await tx.$count(predictions, eq(predictions.showId, showId))) > 0;
  if (isPredicted && !by.isFresh) throw freshSignInNeeded();
  const setlist = await tx
    .select()
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
  // Before the predictions are deleted, which determine whose totals change.
  if (show.scoredAt) await scoring.clear(tx, showId);
  await tx.delete(shows).where(eq(shows.id, showId));
  const before = { show, setlist };
  const ofShow = { actorId: by.userId, subjectId: showId, showId };
  await recordChange(tx, { ...ofShow, action: 'show.delete', before });
  const changed = { subjectId: showId, version: show.version + 1 };
  return [
    { topic: 'show', ...changed },
    { topic: 'setlist', ...changed },
    RECORDED,
    ...(show.scoredAt ? [{ topic: 'totals', ...changed } as const] : []),
  ];
}
