import { and, asc, desc, eq, inArray, isNotNull, not, sql } from 'drizzle-orm';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  type getLeagueSheets,
  LEAGUE_PAGE_SIZE,
  type LeagueNight,
  LISTED_WINNERS,
  type SeasonRow,
} from '#contract/league-boards.ts';
import { nudgesEndAt } from '#contract/league-nudges.ts';
import type { Member } from '#contract/leagues.ts';
import { acceptsPredictions } from '#contract/show-lock.ts';
import { areUnblocked } from '../blocks/queries.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { leagueMembers, leagueNudges } from '../db/schema/leagues.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { Viewer } from '../http/viewer.ts';
import { byUsername, isAfterLeagueStart } from './queries.ts';

export type LeagueShow = LeagueNight['show'];

const showColumns = {
  id: shows.id,
  name: shows.name,
  date: shows.date,
  timeZone: shows.timeZone,
  status: shows.status,
};

/** Returns the live shows, the earliest first, then the last show with points. */
export async function findRankedShows(db: Db, leagueId: string): Promise<LeagueShow[]> {
  const live = await db
    .select(showColumns)
    .from(shows)
    .where(and(isAfterLeagueStart(leagueId), eq(shows.status, 'live')))
    .orderBy(asc(shows.date), asc(shows.id))
    .limit(MAX_LIVE_SHOWS);
  const scored = await db
    .select(showColumns)
    .from(shows)
    .where(and(isAfterLeagueStart(leagueId), isNotNull(shows.scoredAt)))
    .orderBy(desc(shows.date), asc(shows.id))
    .limit(1);
  return [...live, ...scored].map(toLeagueShow);
}

const MAX_LIVE_SHOWS = 10;

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
      and(
        isAfterLeagueStart(leagueId),
        eq(shows.status, 'open'),
        sql`${shows.date} > ${new Date(now)}`,
      ),
    )
    .orderBy(asc(shows.date), asc(shows.id))
    .limit(20);
  const show = openShows.find((candidate) => acceptsPredictions(candidate, now));
  return show && toLeagueShow(show);
}

export async function findOpenShow(db: Db, showId: string) {
  const [row] = await db
    .select({ ...showColumns, locksAt: shows.locksAt })
    .from(shows)
    .where(eq(shows.id, showId));
  if (!row) return undefined;
  const { locksAt, ...show } = row;
  const endsAt = new Date(nudgesEndAt({ date: show.date, locksAt }));
  return { show: toLeagueShow(show), nudgesEndAt: endsAt.toISOString() };
}

type Sheets = Pick<
  ResponseOf<typeof getLeagueSheets>,
  'submitted' | 'missing' | 'missingCount' | 'nudge'
>;

/** Counts the members with and without a prediction, and returns the first without by name. */
export async function findLeagueSheets(db: Db, leagueId: string, showId: string): Promise<Sheets> {
  const hasSheet = sql`exists (
    select from ${predictions}
    where ${predictions.userId} = ${leagueMembers.userId} and ${predictions.showId} = ${showId}
  )`;
  const isMember = eq(leagueMembers.leagueId, leagueId);
  const [counts] = await db
    .select({
      submitted: sql<number>`(count(*) filter (where ${hasSheet}))::int`,
      members: sql<number>`count(*)::int`,
    })
    .from(leagueMembers)
    .where(isMember);
  const missing = await db
    .select({ userId: users.id, username: users.username })
    .from(leagueMembers)
    .innerJoin(users, eq(users.id, leagueMembers.userId))
    .where(and(isMember, not(hasSheet)))
    .orderBy(byUsername)
    .limit(LEAGUE_PAGE_SIZE);
  const [nudge] = await db
    .select({ username: users.username, createdAt: leagueNudges.createdAt })
    .from(leagueNudges)
    .leftJoin(users, eq(users.id, leagueNudges.userId))
    .where(and(eq(leagueNudges.leagueId, leagueId), eq(leagueNudges.showId, showId)));
  const { submitted = 0, members = 0 } = counts ?? {};
  return {
    submitted,
    missing,
    missingCount: members - submitted,
    nudge: nudge ? { ...nudge, createdAt: nudge.createdAt.toISOString() } : null,
  };
}

/** Returns whether there is a block between the viewer and the member who nudged. */
export async function isNudgeBlocked(
  db: Db,
  leagueId: string,
  showId: string,
  { userId, isAdmin }: Pick<Viewer, 'userId' | 'isAdmin'>,
): Promise<boolean> {
  if (isAdmin) return false;
  const isNudge = and(eq(leagueNudges.leagueId, leagueId), eq(leagueNudges.showId, showId));
  const isBlocked = not(areUnblocked(leagueNudges.userId, sql`${userId}`));
  return (await db.$count(leagueNudges, and(isNudge, isBlocked))) > 0;
}

export type SeasonFigures = Omit<SeasonRow, 'rank'> & { exactSpots: number; hits: number };

/** Counts songs only to break ties of points and nights, because that reads every pick. */
export async function findSeason(db: Db, leagueId: string): Promise<SeasonFigures[]> {
  const { rows } = await db.execute<SeasonFigures & Record<string, unknown>>(sql`
    with counted as (
      select id from shows where scored_at is not null and ${isAfterLeagueStart(leagueId)}
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

/** Sorts by date, latest first. */
export async function findNights(db: Db, leagueId: string): Promise<LeagueNight[]> {
  const { rows } = await db.execute<{
    showId: string;
    totalPoints: number;
    winners: Member[];
    winnerCount: number;
  }>(sql`
    with ranked as (
      select shows.id, shows.date, users.id as user_id, users.username, points,
        rank() over (partition by shows.id order by points desc) as place,
        row_number() over (
          partition by shows.id, points order by users.username_key collate "C"
        ) as number
      from league_members members
      join users on users.id = members.user_id
      join predictions on predictions.user_id = members.user_id and points > 0
      join shows on shows.id = predictions.show_id
      where members.league_id = ${leagueId} and ${isAfterLeagueStart(leagueId)}
        and shows.scored_at is not null
    )
    select id as "showId", max(points) as "totalPoints", count(*)::int as "winnerCount",
      json_agg(json_build_object('userId', user_id, 'username', username) order by number)
        filter (where number <= ${LISTED_WINNERS}) as winners
    from ranked where place = 1
    group by id, date order by date desc, id`);
  const showIds = rows.map(({ showId }) => showId);
  const nightShows = await db.select(showColumns).from(shows).where(inArray(shows.id, showIds));
  const showsById = new Map(nightShows.map((show) => [show.id, toLeagueShow(show)]));
  return rows.flatMap(({ showId, ...night }) => {
    const show = showsById.get(showId);
    return show ? [{ show, ...night }] : [];
  });
}

function toLeagueShow({ date, ...show }: Omit<LeagueShow, 'date'> & { date: Date }): LeagueShow {
  return { ...show, date: date.toISOString() };
}
