import { and, asc, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { LeagueNight, SeasonRow } from '#contract/league-boards.ts';
import type { Member } from '#contract/leagues.ts';
import { acceptsPredictions } from '#contract/shows.ts';
import type { Db } from '../db/open.ts';
import { shows } from '../db/schema/shows.ts';
import { countsFor } from './queries.ts';

type LeagueShow = LeagueNight['show'];

const showColumns = {
  id: shows.id,
  name: shows.name,
  date: shows.date,
  timeZone: shows.timeZone,
  status: shows.status,
};

const isLive = eq(shows.status, 'live');

/** Returns the first live show, or the last one with points. */
export async function findTonight(db: Db, leagueId: string): Promise<LeagueShow | undefined> {
  const [show] = await db
    .select(showColumns)
    .from(shows)
    .where(and(countsFor(leagueId), or(isLive, isNotNull(shows.scoredAt))))
    .orderBy(
      desc(isLive),
      sql`case when ${isLive} then ${shows.date} end`,
      desc(shows.date),
      asc(shows.id),
    )
    .limit(1);
  return show && toLeagueShow(show);
}

/** Returns the first show that still accepts predictions. */
export async function findNextShow(
  db: Db,
  leagueId: string,
  now: number,
): Promise<LeagueShow | undefined> {
  const openShows = await db
    .select({
      ...showColumns,
      locksAt: shows.locksAt,
      arePredictionsFrozen: shows.arePredictionsFrozen,
    })
    .from(shows)
    .where(
      and(countsFor(leagueId), eq(shows.status, 'open'), sql`${shows.date} > ${new Date(now)}`),
    )
    .orderBy(asc(shows.date), asc(shows.id))
    .limit(20);
  const show = openShows.find((candidate) => acceptsPredictions(candidate, now));
  return show && toLeagueShow(show);
}

export async function findLeagueShow(db: Db, showId: string): Promise<LeagueShow | undefined> {
  const [show] = await db.select(showColumns).from(shows).where(eq(shows.id, showId));
  return show && toLeagueShow(show);
}

/** Members with and without a prediction, by name. */
export async function findSheets(
  db: Db,
  leagueId: string,
  showId: string,
): Promise<(Member & { hasSheet: boolean })[]> {
  const { rows } = await db.execute<Member & { hasSheet: boolean }>(sql`
    select users.id as "userId", users.username, predictions.id is not null as "hasSheet"
    from league_members members
    join users on users.id = members.user_id
    left join predictions on predictions.user_id = users.id and predictions.show_id = ${showId}
    where members.league_id = ${leagueId}
    order by users.username_key collate "C"`);
  return rows;
}

export type SeasonFigures = Omit<SeasonRow, 'rank'> & { exactSpots: number; hits: number };

/**
 * Sums every member's stored points since the league's start. The songs are counted only where
 * points and nights are tied, because that reads every pick.
 */
export async function findSeason(db: Db, leagueId: string): Promise<SeasonFigures[]> {
  const { rows } = await db.execute<SeasonFigures & Record<string, unknown>>(sql`
    with counted as (
      select id from shows where scored_at is not null and ${countsFor(leagueId)}
    ),
    scores as (
      select predictions.id, user_id, show_id, points,
        points > 0 and rank() over (partition by show_id order by points desc) = 1 as is_won
      from league_members members
      join predictions using (user_id)
      join counted on counted.id = predictions.show_id
      where members.league_id = ${leagueId} and points is not null
    ),
    totals as (
      select members.user_id, coalesce(sum(points), 0)::int as points, count(scores.id)::int as shows,
        (count(*) filter (where is_won))::int as nights
      from league_members members left join scores using (user_id)
      where members.league_id = ${leagueId}
      group by members.user_id
    ),
    tied as (
      select user_id, count(*) over (partition by points, nights) > 1 and points > 0 as is_tied
      from totals
    ),
    songs as (
      select scores.user_id, count(distinct picks.id)::int as hits,
        (count(distinct picks.id) filter (where picks.position = played.position))::int as spots
      from scores
      join tied on tied.user_id = scores.user_id and is_tied
      join prediction_songs picks on picks.prediction_id = scores.id
      join live_setlist_songs played
        on played.show_id = scores.show_id and played.song_id = picks.song_id
      group by scores.user_id
    )
    select totals.user_id as "userId", users.username, totals.points as "totalPoints", shows,
      nights as "nightsWon", coalesce(spots, 0) as "exactSpots", coalesce(hits, 0) as hits,
      (select count(*)::int from counted) as "showCount"
    from totals join users on users.id = totals.user_id
    left join songs on songs.user_id = totals.user_id
    order by users.username_key collate "C"`);
  return rows;
}

export async function findNights(
  db: Db,
  leagueId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<LeagueNight[]> {
  const { rows } = await db.execute<{
    showId: string;
    totalPoints: number;
    winners: Member[];
  }>(sql`
    with ranked as (
      select shows.id, shows.date, users.id as user_id, users.username, users.username_key, points,
        rank() over (partition by shows.id order by points desc) as place
      from league_members members
      join users on users.id = members.user_id
      join predictions on predictions.user_id = members.user_id and points > 0
      join shows on shows.id = predictions.show_id
      where members.league_id = ${leagueId} and ${countsFor(leagueId)}
        and shows.scored_at is not null
    )
    select id as "showId", max(points) as "totalPoints",
      json_agg(json_build_object('userId', user_id, 'username', username)
        order by username_key collate "C") as winners
    from ranked where place = 1
    group by id, date order by date desc, id
    limit ${limit} offset ${offset}`);
  const showIds = rows.map(({ showId }) => showId);
  const nightShows = await db.select(showColumns).from(shows).where(inArray(shows.id, showIds));
  const showsById = new Map(nightShows.map((show) => [show.id, toLeagueShow(show)]));
  return rows.flatMap(({ showId, totalPoints, winners }) => {
    const show = showsById.get(showId);
    return show ? [{ show, totalPoints, winners }] : [];
  });
}

function toLeagueShow({ date, ...show }: Omit<LeagueShow, 'date'> & { date: Date }): LeagueShow {
  return { ...show, date: date.toISOString() };
}
