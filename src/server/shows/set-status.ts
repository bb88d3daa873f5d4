import { eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import { type setShowStatus as endpoint, hasResults, type ShowStatus } from '#contract/shows.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { ShowScoring } from '../context.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { bumpVersion, lockShow, type ShowRow } from './show-row.ts';

/**
 * Clears the points unless the show becomes live or closed. Scores a show that closes with a
 * setlist. Throws 409 if the status is no longer the one that the change is based on.
 */
export async function setShowStatus(
  { tx, record, changed }: ChangeScope,
  scoring: ShowScoring,
  showId: string,
  { status, from }: BodyOf<typeof endpoint>,
): Promise<ShowRow> {
  const before = await lockShow(tx, showId);
  if (before.status === status) return before;
  if (from !== undefined && before.status !== from)
    throw new ApiError(409, `The show is now ${before.status}.`);
  const haveScoresChanged = await changeStatus(tx, scoring, before, status);
  const version = await bumpVersion(tx, showId);
  await record({
    action: 'show.status',
    subjectId: showId,
    showId,
    before: { status: before.status },
    after: { status },
  });
  const subject = { subjectId: showId, version };
  changed({ topic: 'show', ...subject });
  if (haveScoresChanged)
    changed({ topic: 'standings', ...subject }, { topic: 'totals', ...subject });
  return { ...before, status, version };
}

async function changeStatus(
  tx: Tx,
  scoring: ShowScoring,
  before: ShowRow,
  status: ShowStatus,
): Promise<boolean> {
  const { id, scoredAt } = before;
  const losesScores = !hasResults({ status });
  if (losesScores && scoredAt) await scoring.clear(tx, id, REASONS[status]);
  await tx.update(shows).set({ status, publishedAt: null }).where(eq(shows.id, id));
  if (losesScores) return scoredAt !== null;
  const hasSetlist = (await tx.$count(liveSetlistSongs, eq(liveSetlistSongs.showId, id))) > 0;
  if (status !== 'closed' || !hasSetlist) return false;
  await scoring.calculate(tx, id);
  return true;
}

const REASONS: Partial<Record<ShowStatus, string>> = {
  postponed: 'Show postponed',
  cancelled: 'Show cancelled',
};
