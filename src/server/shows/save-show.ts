import { eq } from 'drizzle-orm';
import type { Band } from '#contract/band.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/shows.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Tx } from '../db/open.ts';
import { shows } from '../db/schema.ts';
import { checkTimeZone, resolveShowDate } from './show-date.ts';
import { lockShow, type ShowRow } from './version.ts';

/** Adds a show; zone and country are the band's where the body names none. */
export async function createShow(
  tx: Tx,
  body: BodyOf<typeof contract.createShow>,
  band: Pick<Band, 'timeZone' | 'defaultCountry'>,
  actorId: string,
): Promise<ShowRow> {
  const { timeZone = band.timeZone, country = band.defaultCountry } = body;
  const date = resolveShowDate(body.date, timeZone);
  const [show] = await tx
    .insert(shows)
    .values({ ...body, timeZone, country, date })
    .returning();
  if (!show) throw new Error('The new show was not returned');
  const ofShow = { subjectId: show.id, showId: show.id };
  await recordChange(tx, { actorId, action: 'show.create', ...ofShow, after: show });
  return show;
}

/** Changes what the body names. A new zone alone keeps the instant. */
export async function updateShow(
  tx: Tx,
  showId: string,
  body: BodyOf<typeof contract.updateShow>,
  actorId: string,
): Promise<ShowRow> {
  const before = await lockShow(tx, showId);
  const { timeZone = before.timeZone } = body;
  checkTimeZone(timeZone);
  const date = body.date === undefined ? before.date : resolveShowDate(body.date, timeZone);
  const [after = before] = await tx
    .update(shows)
    .set({ ...body, date, version: before.version + 1 })
    .where(eq(shows.id, showId))
    .returning();
  const ofShow = { subjectId: showId, showId };
  await recordChange(tx, { actorId, action: 'show.update', ...ofShow, before, after });
  return after;
}
