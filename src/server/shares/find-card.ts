import { eq } from 'drizzle-orm';
import { buildSharedCard, type SharedCard } from '#contract/scorecard.ts';
import type { Context } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { predictionShares, predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { BoardUser } from '../leaderboards/board.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { findStanding } from '../leaderboards/find-standing.ts';
import { findPrediction } from '../predictions/queries.ts';
import { findVisibleSetlist } from '../setlists/queries.ts';
import { createFreshReads } from './fresh-reads.ts';

export type CardFinder = ReturnType<typeof createCardFinder>;

export function createCardFinder({ db, clock }: Pick<Context, 'db' | 'clock'>, boards: Boards) {
  const readShare = createFreshReads(async (token) => {
    const share = await findShare(token);
    if (!share) return undefined;
    const { predictionId: id, showsSongsEarly, ...user } = share;
    return readCard(user, { id, showsSongsEarly });
  });

  async function readCard(
    { userId, username }: BoardUser,
    { id, showsSongsEarly }: { id: string; showsSongsEarly: boolean },
  ) {
    const prediction = await findPrediction(db, { id, userId });
    if (!prediction) return undefined;
    const { showId, show, points } = prediction;
    const hasStanding = show.status === 'live' || points !== null;
    const [setlist, standing, correctedAt] = await Promise.all([
      findVisibleSetlist(db, showId, { isEditor: false, now: clock() }),
      hasStanding ? findStanding(boards, showId, { userId, username }) : null,
      findCorrectedAt(showId),
    ]);
    return { prediction, username, showsSongsEarly, setlist, standing, correctedAt };
  }

  async function findCorrectedAt(showId: string): Promise<string | null> {
    const { correctedAt } = shows;
    const [show] = await db.select({ correctedAt }).from(shows).where(eq(shows.id, showId));
    return show?.correctedAt?.toISOString() ?? null;
  }

  async function findShare(token: string) {
    const [share] = await db
      .select({
        predictionId: predictionShares.predictionId,
        showsSongsEarly: predictionShares.showsSongsEarly,
        userId: users.id,
        username: users.username,
      })
      .from(predictionShares)
      .innerJoin(predictions, eq(predictions.id, predictionShares.predictionId))
      .innerJoin(users, eq(users.id, predictions.userId))
      .where(eq(predictionShares.token, token));
    return share;
  }

  return {
    /** Returns undefined for an unknown or revoked link. */
    async byToken(token: string): Promise<SharedCard | undefined> {
      if (!TOKEN_PATTERN.test(token)) return undefined;
      const share = await readShare(token);
      return share && buildSharedCard(share, clock());
    },
    /** Returns undefined for another fan's prediction. */
    async ofOwner(...query: Parameters<typeof readCard>): Promise<SharedCard | undefined> {
      const card = await readCard(...query);
      return card && buildSharedCard(card, clock());
    },
  };
}

/** Matches 128 bits in base64url. */
const TOKEN_PATTERN = /^[\w-]{22}$/;
