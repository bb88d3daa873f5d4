import { eq } from 'drizzle-orm';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type FanSheet, type getFanPicks, NO_SHEET, type SheetPick } from '#contract/fan-sheets.ts';
import { FAN_NOT_FOUND } from '#contract/fans.ts';
import type { Prediction } from '#contract/predictions.ts';
import { scoreRows } from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { arePicksRevealed } from '#contract/show-lock.ts';
import { hasResults } from '#contract/shows.ts';
import type { Context } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { ApiError } from '../http/api-error.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { findStanding } from '../leaderboards/find-standing.ts';
import { findPrediction } from '../predictions/queries.ts';
import { findVisibleSetlist } from '../setlists/queries.ts';

interface SheetKey {
  usernameKey: string;
  showId: string;
  ownerId: string | undefined;
}

/** Throws 404 like `findRevealedPrediction`. */
export async function findSheet(
  context: Pick<Context, 'db' | 'clock'>,
  boards: Boards,
  key: SheetKey,
): Promise<FanSheet> {
  const { fan, prediction, isPrivate, now } = await findRevealedPrediction(context, key);
  const { username } = fan;
  const { show, showId, points, submittedAt } = prediction;
  if (isPrivate) return { username, show, sheet: null };
  const [setlist, standing] = await Promise.all([
    findVisibleSetlist(context.db, showId, { isEditor: false, now }),
    show.status === 'live' || points !== null ? findStanding(boards, showId, fan) : null,
  ]);
  const picks = scorePicks(prediction, setlist);
  return { username, show, sheet: { submittedAt, points, standing, picks } };
}

/** Throws 404 like `findRevealedPrediction`. */
export async function findPicks(
  context: Pick<Context, 'db' | 'clock'>,
  key: SheetKey,
): Promise<ResponseOf<typeof getFanPicks>> {
  const { fan, prediction, isPrivate } = await findRevealedPrediction(context, key);
  return { username: fan.username, picks: isPrivate ? null : prediction.songs };
}

/** Throws 404 for a missing fan or prediction, and before the lock except to the owner. */
async function findRevealedPrediction(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { usernameKey, showId, ownerId }: SheetKey,
) {
  const now = clock();
  const [fan] = await db
    .select({
      userId: users.id,
      username: users.username,
      hasPrivateSheets: users.hasPrivateSheets,
    })
    .from(users)
    .where(eq(users.usernameKey, usernameKey));
  if (!fan) throw new ApiError(404, FAN_NOT_FOUND);
  // Compares IDs, because another fan may have taken the owner's old name.
  const isOwner = fan.userId === ownerId;
  const prediction = await findPrediction(db, { userId: fan.userId, showId });
  // The show may have reopened since its cached state was read.
  if (!prediction || !(isOwner || arePicksRevealed(prediction.show, now)))
    throw new ApiError(404, NO_SHEET);
  return { fan, prediction, isPrivate: fan.hasPrivateSheets && !isOwner, now };
}

function scorePicks(prediction: Prediction, setlist: readonly SetlistEntry[]): SheetPick[] {
  const isPlayed = hasResults(prediction.show) && setlist.length > 0;
  const scores = new Map(
    scoreRows(prediction, setlist).map(({ position, score }) => [position, score]),
  );
  return prediction.songs.map((song) => ({
    ...song,
    score: (isPlayed && scores.get(song.position)) || null,
  }));
}
