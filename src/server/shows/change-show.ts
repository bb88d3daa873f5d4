import { asc, eq } from 'drizzle-orm';
import type { Band } from '#contract/band.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/shows.ts';
import { rejectStale } from '../audit/reject-stale.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { Context, ShowScoring } from '../context.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { createFreshSignInError } from '../http/viewer.ts';
import { announceScribes } from '../scribes/rights.ts';
import { queueWebhookEvent } from '../webhooks/queue-event.ts';
import { decideReopening, listVoidChanges, voidPredictions } from './reopening.ts';
import { checkTimeZone, resolveLock, resolveShowDate } from './show-date.ts';
import { lockShow, type ShowRow } from './show-row.ts';

export async function createShow(
  scope: ChangeScope,
  body: BodyOf<typeof contract.createShow>,
  band: Pick<Band, 'timeZone' | 'defaultCountry'>,
): Promise<ShowRow> {
  const { tx, record, changed } = scope;
  const { timeZone = band.timeZone, country = band.defaultCountry } = body;
  const date = resolveShowDate(body.date, timeZone);
  const locksAt = resolveLock(body.locksAt, { date, timeZone });
  const [show] = await tx
    .insert(shows)
    .values({ ...body, timeZone, country, date, locksAt })
    .returning();
  if (!show) throw new Error('The show insert returned no row.');
  await record({ action: 'show.create', subjectId: show.id, showId: show.id, after: show });
  changed({ topic: 'show', subjectId: show.id, version: show.version });
  await announceScribes(scope, show);
  return show;
}

/** A new time zone alone does not move the show. A new date opens a postponed show. */
export async function updateShow(
  scope: ChangeScope,
  showId: string,
  body: BodyOf<typeof contract.updateShow>,
  clock: Context['clock'],
): Promise<ShowRow> {
  const { tx, record, changed } = scope;
  const before = await lockShow(tx, showId);
  const now = clock();
  const { version: baseVersion, predictions: requestedChoice, ...fields } = body;
  await rejectStale(tx, {
    id: showId,
    label: () => 'this show',
    baseVersion,
    currentVersion: before.detailsVersion,
    versionKey: 'detailsVersion',
    fields: FIELD_LABELS,
  });
  const { timeZone = before.timeZone } = body;
  checkTimeZone(timeZone);
  const date = body.date === undefined ? before.date : resolveShowDate(body.date, timeZone);
  const locksAt = resolveLock(body.locksAt, { date, timeZone }, before);
  const isMoved = date.getTime() !== before.date.getTime();
  const status = isMoved && before.status === 'postponed' ? 'open' : before.status;
  const times = { date, locksAt, status };
  const { columns, choice } = await decideReopening(
    tx,
    { before, after: { ...before, ...times } },
    { choice: requestedChoice, now },
  );
  const [after = before] = await tx
    .update(shows)
    .set({
      ...fields,
      ...times,
      ...columns,
      version: before.version + 1,
      detailsVersion: before.detailsVersion + 1,
    })
    .where(eq(shows.id, showId))
    .returning();
  const voided = choice === 'void' ? await voidPredictions(tx, showId, now) : undefined;
  await record({
    action: 'show.update',
    subjectId: showId,
    showId,
    before,
    after: { ...after, predictions: choice, voidedPredictions: voided },
  });
  const subject = { subjectId: showId, version: after.version };
  changed({ topic: 'show', ...subject });
  if (voided) changed(...listVoidChanges(subject));
  if (after.tourName !== before.tourName) await announceScribes(scope, before, after);
  if (status !== before.status) await queueWebhookEvent(scope, 'show.changed', { showId, now });
  return after;
}

const FIELD_LABELS = {
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

/** Throws 403 if the show has predictions or posts and the sign-in is not fresh. */
export async function deleteShow(
  scope: ChangeScope,
  scoring: ShowScoring,
  { id: showId, isFresh }: { id: string; isFresh: boolean },
): Promise<void> {
  const { tx, record, changed } = scope;
  const show = await lockShow(tx, showId);
  // A post locks the thread before its author, whose totals may change below.
  await tx
    .select({ id: forumThreads.id })
    .from(forumThreads)
    .where(eq(forumThreads.showId, showId))
    .for('update');
  const isPredicted = (await tx.$count(predictions, eq(predictions.showId, showId))) > 0;
  const hasPosts = (await tx.$count(forumPosts, eq(forumPosts.threadId, showId))) > 0;
  if ((isPredicted || hasPosts) && !isFresh) throw createFreshSignInError();
  const setlist = await tx
    .select()
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
  // Runs before the deletion: the predictions determine whose totals change.
  if (show.scoredAt) await scoring.clear(tx, showId);
  await announceScribes(scope, show);
  await tx.delete(shows).where(eq(shows.id, showId));
  const before = { show, setlist };
  await record({ action: 'show.delete', subjectId: showId, showId, before });
  const subject = { subjectId: showId, version: show.version + 1 };
  changed({ topic: 'show', ...subject }, { topic: 'setlist', ...subject });
  if (show.scoredAt) changed({ topic: 'totals', ...subject });
  changed({ topic: 'thread', subjectId: showId, version: nextChangeVersion() });
}
