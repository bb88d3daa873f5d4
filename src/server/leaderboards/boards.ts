import { LRUCache } from 'lru-cache';
import { type Concern, concernsOf } from '#contract/freshness.ts';
import {
  type GlobalRow,
  getGlobalLeaderboard,
  getShowLeaderboard,
  type ShowRow,
} from '#contract/leaderboards.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { notFound } from '../http/route.ts';
import { type Board, boardOf, withRanks } from './board.ts';
import { createLiveStandings } from './live-standings.ts';
import {
  countEntrants,
  findEntrant,
  findEntrants,
  findScored,
  findStandingOfShow,
  findTotals,
} from './queries.ts';

/** Show boards kept at a time; one of 10,000 fans takes about 3 MB. */
const MOST_BOARDS = 8;

export type Boards = ReturnType<typeof createBoards>;

/** The boards as they are now: each is made once after a change, however many ask for it. */
export function createBoards(context: Pick<Context, 'db' | 'bus' | 'lastChange' | 'metrics'>) {
  const { db, bus } = context;
  const global = createUntilStale<Board<GlobalRow>>('global', 1, context);
  const ofShow = createUntilStale<Board<ShowRow>>('show', MOST_BOARDS, context);
  const live = createLiveStandings(db, bus);

  async function makeBoardOf(showId: string): Promise<Board<ShowRow>> {
    const show = await findStandingOfShow(db, showId);
    if (show?.status === 'live') return live.boardOf(showId, show.setlist);
    live.forget(showId);
    if (!show) throw notFound('Show');
    if (show.scoredAt) return boardOf(withRanks(await findScored(db, showId)));
    return entrantsBoard(db, showId);
  }

  return {
    /** Everyone with a scored game. */
    global: () =>
      global('global', concernsOf(getGlobalLeaderboard), async () =>
        boardOf(withRanks(await findTotals(db))),
      ),
    /**
     * A show's: by the setlist so far while it is live, by stored points once it has them, before
     * that whoever has predicted. Throws 404 for an unknown show.
     */
    ofShow: (id: string) =>
      ofShow(id, concernsOf(getShowLeaderboard, { id }), () => makeBoardOf(id)),
  };
}

/**
 * Before a show has points all share the first rank with none. Its board changes with every
 * submission, hundreds a second before the cutoff, so only what is asked for is read.
 */
function entrantsBoard(db: Db, showId: string): Board<ShowRow> {
  const toRow = ({ userId, username }: { userId: string; username: string }) => ({
    rank: 1,
    userId,
    username,
    totalPoints: 0,
  });
  return {
    async page(limit, offset) {
      const entrants = await findEntrants(db, showId, { limit, offset });
      return { rows: entrants.map(toRow), total: await countEntrants(db, showId) };
    },
    async of(userId) {
      const entrant = await findEntrant(db, showId, userId);
      return entrant && toRow(entrant);
    },
  };
}

/**
 * Remembers what `load` makes under a name until something changes that it depends on, at most `max`
 * of them. However many ask at once, it is made once.
 */
function createUntilStale<T extends object>(
  board: 'global' | 'show',
  max: number,
  { lastChange, metrics }: Pick<Context, 'lastChange' | 'metrics'>,
): (name: string, dependsOn: readonly Concern[], load: () => Promise<T>) => Promise<T> {
  const remembered = new LRUCache<string, { asOf: number; made: Promise<T> }>({ max });

  return (name, dependsOn, load) => {
    // Of the moment before it is made: who asks after a change gets one made after it.
    const asOf = lastChange(dependsOn);
    const known = remembered.get(name);
    const isFresh = known?.asOf === asOf;
    metrics?.lookedUp('boards', isFresh);
    if (isFresh) return known.made;
    const startedAt = performance.now();
    const making = { asOf, made: load() };
    remembered.set(name, making);
    making.made.then(
      () => metrics?.boardMade(board, startedAt),
      () => {
        if (remembered.peek(name) === making) remembered.delete(name);
      },
    );
    return making.made;
  };
}
