import { eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import { hasScribes, SCRIBE_GO_LIVE_TOO_EARLY, SCRIBE_STATUSES_ONLY } from '#contract/scribes.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import { type setShowStatus as endpoint, hasResults, type ShowStatus } from '#contract/shows.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { Context, ShowScoring } from '../context.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { announceScribes, endScribes, requireScribe } from '../scribes/rights.ts';
import { chooseStatusEvent, queueWebhookEvent } from '../webhooks/queue-event.ts';
import { decideReopening, listVoidChanges, voidPredictions } from './reopening.ts';
import { bumpVersion, lockShow, type ShowRow } from './show-row.ts';

/**
 * Reopening freezes predictions that fans have seen, unless the body says otherwise. Throws 409 if
 * the status changed since. A scribe can take the show live once predictions lock, and close it.
 * Closing ends the rights of its scribes.
 */
export async function setShowStatus(
  scope: ChangeScope,
  scoring: ShowScoring,
  showId: string,
  { status, from, predictions: requestedChoice }: BodyOf<typeof endpoint>,
  { clock, scribeId }: Pick<Context, 'clock'> & { scribeId?: string | undefined },
): Promise<ShowRow> {
  const { tx, record, changed } = scope;
  const before = await lockShow(tx, showId);
  if (scribeId) await requireScribe(tx, scribeId, showId);
  const now = clock();
  if (before.status === status) return before;
  if (from !== undefined && before.status !== from)
    throw new ApiError(409, `The show is now ${before.status}.`);
  if (scribeId && !canScribeSet(status, before)) throw new ApiError(403, SCRIBE_STATUSES_ONLY);
  // Going live reveals all picks, which can't be undone.
  if (scribeId && status === 'live' && now < predictionsLockAt(before))
    throw new ApiError(409, SCRIBE_GO_LIVE_TOO_EARLY);
  const { columns, choice } = await decideReopening(
    tx,
    { before, after: { ...before, status } },
    // The specification's body has only a status. Freezing loses and reveals nothing.
    { choice: requestedChoice ?? 'freeze', now },
  );
  // Closing the show again makes its points provisional again.
  const publishedAt = status === 'closed' && before.publishedAt ? new Date(now) : undefined;
  const haveScoresChanged = await changeStatus(tx, scoring, before, {
    ...{ status, ...columns },
    ...(publishedAt && { publishedAt }),
  });
  const voided = choice === 'void' ? await voidPredictions(tx, showId, now) : undefined;
  const version = await bumpVersion(tx, showId);
  await record({
    action: 'show.status',
    subjectId: showId,
    showId,
    before: { status: before.status },
    after: { status, predictions: choice, voidedPredictions: voided },
  });
  await queueWebhookEvent(scope, chooseStatusEvent(status), { showId, now });
  if (hasScribes(before) !== hasScribes({ status })) await announceScribes(scope, before);
  if (status === 'closed') await endScribes(scope, before);
  const subject = { subjectId: showId, version };
  changed({ topic: 'show', ...subject });
  if (voided) changed(...listVoidChanges(subject));
  if (haveScoresChanged)
    changed({ topic: 'standings', ...subject }, { topic: 'totals', ...subject });
  return { ...before, status, ...columns, version };
}

/** Allows only open to live to closed: any other change can cost fans their predictions. */
function canScribeSet(status: ShowStatus, before: Pick<ShowRow, 'status'>): boolean {
  return status === (before.status === 'open' ? 'live' : before.status === 'live' && 'closed');
}

async function changeStatus(
  tx: Tx,
  scoring: ShowScoring,
  { id, scoredAt }: ShowRow,
  columns: Pick<ShowRow, 'status' | 'werePicksRevealed' | 'arePredictionsFrozen'> &
    Partial<Pick<ShowRow, 'publishedAt'>>,
): Promise<boolean> {
  const { status } = columns;
  const losesScores = !hasResults({ status });
  if (losesScores && scoredAt) await scoring.clear(tx, id, REASONS[status]);
  await tx.update(shows).set(columns).where(eq(shows.id, id));
  if (losesScores) return scoredAt !== null;
  const hasSetlist = (await tx.$count(liveSetlistSongs, eq(liveSetlistSongs.showId, id))) > 0;
  if (status !== 'closed' || !(hasSetlist || scoredAt)) return false;
  await scoring.calculate(tx, id);
  return true;
}

const REASONS: Partial<Record<ShowStatus, string>> = {
  postponed: 'Show postponed',
  cancelled: 'Show cancelled',
};
