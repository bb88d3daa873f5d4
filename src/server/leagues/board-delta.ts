import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { ShowRow } from '#contract/leaderboards.ts';
import { diffBoards } from '#contract/league-board-rows.ts';
import { LEAGUE_PAGE_SIZE } from '#contract/league-boards.ts';
import type { Db } from '../db/open.ts';
import { createTurns } from '../leaderboards/run-in-turn.ts';
import type { FoundDelta } from '../realtime/hub.ts';
import { type LeagueBoards, MAX_LIVE_LEAGUES } from './boards.ts';

/** Processes one league at a time, because a song changes the boards of all leagues at once. */
export function createBoardFinder(db: Db, { tonight }: Pick<LeagueBoards, 'tonight'>) {
  const sentRows = new LRUCache<string, readonly ShowRow[]>({ max: MAX_LIVE_LEAGUES });
  const inTurn = createTurns();

  return (leagueId: string, listWatchers: () => string[]): Promise<FoundDelta> =>
    inTurn(async () => {
      // Any fan can watch any league, and its board costs much more than this query.
      const readers = await findReaders(db, leagueId, listWatchers());
      if (readers.length === 0) {
        // The next event contains every member, because pages miss this one.
        sentRows.delete(leagueId);
        return { onlyFor: new Set() };
      }
      const { show, rows } = await tonight(leagueId);
      if (show?.status !== 'live') return { onlyFor: new Set() };
      const onlyFor = new Set(
        readers.flatMap(({ id, revealedShows }) =>
          (revealedShows?.includes(show.id) ?? true) ? id : [],
        ),
      );
      const page = rows.slice(0, LEAGUE_PAGE_SIZE);
      const { order, changed } = diffBoards(sentRows.get(leagueId) ?? [], page);
      sentRows.set(leagueId, page);
      return { onlyFor, board: { showId: show.id, total: rows.length, order, changed } };
    });
}

/** `revealedShows` is null for a fan who doesn't hide spoilers. */
type Reader = { id: string; revealedShows: string[] | null };

async function findReaders(
  db: Db,
  leagueId: string,
  userIds: readonly string[],
): Promise<Reader[]> {
  const { rows } = await db.execute<Reader>(sql`
    select users.id, case when users.spoilers_hidden_since is not null then array(
      select show_id::text from revealed_shows where revealed_shows.user_id = users.id
    ) end as "revealedShows"
    from users
    join leagues on leagues.id = ${leagueId}
    where users.id = any(${sql.param([...new Set(userIds)])}::uuid[])
      and (leagues.is_listed or exists (
        select from league_members members
        where members.league_id = leagues.id and members.user_id = users.id
      ))`);
  return rows;
}
