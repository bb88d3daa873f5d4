import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { League, LeagueItem, LeagueMember, Member } from '#contract/leagues.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { leagueBans, leagueMembers, leagues } from '../db/schema/leagues.ts';
import { shows } from '../db/schema/shows.ts';

interface Page {
  limit: number;
  offset: number;
}

const memberCount = sql<number>`(
  select count(*)::int from league_members counted where counted.league_id = leagues.id
)`;

const itemColumns = {
  id: leagues.id,
  name: leagues.name,
  color: leagues.color,
  isListed: leagues.isListed,
  memberCount,
};

const person = { userId: users.id, username: users.username };

export const byUsername = sql`${users.usernameKey} collate "C"`;

export function findUserLeagues(db: DbOrTx, userId: string): Promise<LeagueItem[]> {
  return db
    .select(itemColumns)
    .from(leagues)
    .innerJoin(leagueMembers, eq(leagueMembers.leagueId, leagues.id))
    .where(eq(leagueMembers.userId, userId))
    .orderBy(asc(leagueMembers.joinedAt), asc(leagues.id));
}

export function findListedLeagues(db: DbOrTx, { limit, offset }: Page): Promise<LeagueItem[]> {
  return db
    .select(itemColumns)
    .from(leagues)
    .where(eq(leagues.isListed, true))
    .orderBy(desc(leagues.createdAt), desc(leagues.id))
    .limit(limit)
    .offset(offset);
}

/** `isMember` is the viewer's. The invitation is returned to members only. */
export async function findLeague(
  db: DbOrTx,
  leagueId: string,
  isMember: boolean,
): Promise<League | undefined> {
  const [row] = await db
    .select({
      ...itemColumns,
      owner: person,
      invitation: leagues.invitation,
      ...{ startShowId: shows.id, startName: shows.name, startDate, timeZone: shows.timeZone },
    })
    .from(leagues)
    .innerJoin(users, eq(users.id, leagues.ownerId))
    .leftJoin(shows, eq(shows.id, leagues.startShowId))
    .where(eq(leagues.id, leagueId));
  if (!row) return undefined;
  const { startShowId, startName, startDate: date, timeZone, invitation, ...fields } = row;
  return {
    ...fields,
    startsFrom: {
      showId: startShowId,
      name: startName,
      date: new Date(date).toISOString(),
      timeZone: timeZone ?? 'UTC',
    },
    isMember,
    invitation: isMember ? invitation : null,
  };
}

const startDate = sql<string>`coalesce(${shows.date}, ${leagues.startsAt})`;

/** Matches the shows that count: those from the league's start on. */
export function countsFor(leagueId: string): SQL {
  return sql`${shows.date} >= (
    select coalesce(started.date, counted.starts_at)
    from leagues counted left join shows started on started.id = counted.start_show_id
    where counted.id = ${leagueId}
  )`;
}

export function isMemberOf(leagueId: string, userId: string) {
  return and(eq(leagueMembers.leagueId, leagueId), eq(leagueMembers.userId, userId));
}

/** Earliest joined first, the order in which they become owners. */
export async function findMembers(
  db: DbOrTx,
  leagueId: string,
  { limit, offset }: Page,
): Promise<LeagueMember[]> {
  const rows = await db
    .select({
      ...person,
      joinedAt: leagueMembers.joinedAt,
      isOwner: sql<boolean>`${leagues.ownerId} = ${users.id}`,
    })
    .from(leagueMembers)
    .innerJoin(users, eq(users.id, leagueMembers.userId))
    .innerJoin(leagues, eq(leagues.id, leagueMembers.leagueId))
    .where(eq(leagueMembers.leagueId, leagueId))
    .orderBy(asc(leagueMembers.joinedAt), asc(leagueMembers.userId))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => ({ ...row, joinedAt: row.joinedAt.toISOString() }));
}

export function findAllMembers(db: DbOrTx, leagueId: string): Promise<Member[]> {
  return db
    .select(person)
    .from(leagueMembers)
    .innerJoin(users, eq(users.id, leagueMembers.userId))
    .where(eq(leagueMembers.leagueId, leagueId))
    .orderBy(byUsername);
}

/** Latest first. */
export function findBans(db: DbOrTx, leagueId: string): Promise<Member[]> {
  return db
    .select(person)
    .from(leagueBans)
    .innerJoin(users, eq(users.id, leagueBans.userId))
    .where(eq(leagueBans.leagueId, leagueId))
    .orderBy(desc(leagueBans.bannedAt), desc(leagueBans.userId))
    .limit(MAX_LISTED_BANS);
}

/** The owner can lift older bans once these are lifted. */
const MAX_LISTED_BANS = 500;
