import { type Dependency, resolveConcerns } from '#contract/freshness.ts';
import {
  getLeagueSeason,
  getLeagueTonight,
  type LeagueNight,
  listLeagueNights,
  rankBy,
  SEASON_ORDER,
} from '#contract/league-boards.ts';
import type { Member } from '#contract/leagues.ts';
import type { Context } from '../context.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { createVersionedCache } from '../leaderboards/versioned-cache.ts';
import { findNights, findRankedShows, findSeason, type LeagueShow } from './board-queries.ts';
import { findAllMembers } from './queries.ts';

/** A league with 5,000 members takes about 3 MB. */
const MAX_LEAGUES = 32;

/** A song changes every league board on an open page. Nearly all have at most 50 members. */
export const MAX_LIVE_LEAGUES = 500;

export type LeagueBoards = ReturnType<typeof createLeagueBoards>;

/** Ranks the members once per change, because every page of rows comes from the same board. */
export function createLeagueBoards(
  context: Pick<Context, 'db' | 'changeVersions' | 'metrics'>,
  boards: Pick<Boards, 'forShow'>,
) {
  const { db } = context;
  function perLeague<T extends object>(
    endpoint: { dependsOn?: readonly Dependency[] },
    load: (leagueId: string) => Promise<T>,
    max = MAX_LEAGUES,
  ): (leagueId: string) => Promise<T> {
    const cached = createVersionedCache<T>('league', max, context);
    return (id) => cached(id, resolveConcerns(endpoint, { id }), () => load(id));
  }

  // A song changes neither the members nor the shows, so no query rereads them.
  const readMembers = perLeague<Member[]>(
    MEMBERS,
    (id) => findAllMembers(db, id),
    MAX_LIVE_LEAGUES,
  );
  const readShows = perLeague<LeagueShow[]>(
    RANKED_SHOWS,
    (id) => findRankedShows(db, id),
    MAX_LIVE_LEAGUES,
  );

  async function rankMembers(leagueId: string, showId: string) {
    const [board, members] = [await boards.forShow(showId), await readMembers(leagueId)];
    const rows = await Promise.all(members.map((member) => board.findRow(member)));
    return rankBy(
      rows.filter((row) => row !== undefined),
      ['totalPoints'],
    );
  }

  return {
    /** The first live show that members predicted, or the last one with points. */
    tonight: perLeague(getLeagueTonight, async (id) => {
      for (const show of await readShows(id)) {
        const rows = await rankMembers(id, show.id);
        if (rows.length > 0) return { show, rows };
      }
      return { show: null, rows: [] };
    }),
    season: perLeague(getLeagueSeason, async (id) =>
      rankBy(await findSeason(db, id), SEASON_ORDER),
    ),
    nights: perLeague<LeagueNight[]>(listLeagueNights, (id) => findNights(db, id)),
  };
}

const MEMBERS = { dependsOn: ['league:{id}', 'username', 'privacy'] } as const;
const RANKED_SHOWS = { dependsOn: ['league:{id}', 'show', 'totals'] } as const;
