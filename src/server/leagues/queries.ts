import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { HIDDEN_LEAGUE_NAME, toHiddenReason, type Visibility } from '#contract/hidden-content.ts';
import { LEAGUE_RIVALS } from '#contract/league-boards.ts';
import type { League, LeagueItem, LeagueMember, Member } from '#contract/leagues.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { leagueBans, leagueMembers, leagues } from '../db/schema/leagues.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { Viewer } from '../http/viewer.ts';
import type { BoardUser } from '../leaderboards/board.ts';
import { boardUser } from '../leaderboards/queries.ts';

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
  ownerId: leagues.ownerId,
  visibility: moderationCases.visibility,
};

const isCaseOfLeague = eq(moderationCases.leagueId, leagues.id);

/** Only the league's owner and administrators can read a hidden name. */
export type Reader = Partial<Pick<Viewer, 'userId' | 'isAdmin'>>;

function toItem<Row extends { name: string; ownerId: string; visibility: Visibility | null }>(
  { ownerId, visibility, ...row }: Row,
  { userId, isAdmin }: Reader,
) {
  const hidden = toHiddenReason(visibility);
  const isReadable = hidden === null || isAdmin || ownerId === userId;
  return { ...row, name: isReadable ? row.name : HIDDEN_LEAGUE_NAME, hidden };
}

const memberColumns = { userId: users.id, username: users.username };

export const byUsername = sql`${users.usernameKey} collate "C"`;

export async function findUserLeagues(
  db: DbOrTx,
  viewer: Pick<Viewer, 'userId' | 'isAdmin'>,
): Promise<LeagueItem[]> {
  const rows = await db
    .select(itemColumns)
    .from(leagues)
    .innerJoin(leagueMembers, eq(leagueMembers.leagueId, leagues.id))
    .leftJoin(moderationCases, isCaseOfLeague)
    .where(eq(leagueMembers.userId, viewer.userId))
    .orderBy(asc(leagueMembers.joinedAt), asc(leagues.id));
  return rows.map((row) => toItem(row, viewer));
}

export async function findListedLeagues(
  db: DbOrTx,
  { limit, offset }: Page,
  reader: Reader,
): Promise<LeagueItem[]> {
  const rows = await db
    .select(itemColumns)
    .from(leagues)
    .leftJoin(moderationCases, isCaseOfLeague)
    .where(eq(leagues.isListed, true))
    .orderBy(desc(leagues.createdAt), desc(leagues.id))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => toItem(row, reader));
}

/** Only members get the invitation. `isMember` says whether the viewer is one. */
export async function findLeague(
  db: DbOrTx,
  leagueId: string,
  { isMember, ...reader }: Reader & { isMember: boolean },
): Promise<League | undefined> {
  const [row] = await db
    .select({
      ...itemColumns,
      owner: memberColumns,
      invitation: leagues.invitation,
      ...{ startShowId: shows.id, startName: shows.name, startDate, timeZone: shows.timeZone },
    })
    .from(leagues)
    .innerJoin(users, eq(users.id, leagues.ownerId))
    .leftJoin(shows, eq(shows.id, leagues.startShowId))
    .leftJoin(moderationCases, isCaseOfLeague)
    .where(eq(leagues.id, leagueId));
  if (!row) return undefined;
  const {
    startShowId,
    startName,
    startDate: date,
    timeZone,
    invitation,
    ...fields
  } = toItem(row, reader);
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

/** Matches the shows that count for a league: its first show and later ones. */
export function isAfterLeagueStart(leagueId: string): SQL {
  return sql`${shows.date} >= (
    select coalesce(start_show.date, league.starts_at)
    from leagues league left join shows start_show on start_show.id = league.start_show_id
    where league.id = ${leagueId}
  )`;
}

export function isMemberOf(leagueId: string, userId: string) {
  return and(eq(leagueMembers.leagueId, leagueId), eq(leagueMembers.userId, userId));
}

/** Sorts the longest-standing members first, which is the line of succession for ownership. */
export async function findMembers(
  db: DbOrTx,
  leagueId: string,
  { limit, offset }: Page,
): Promise<LeagueMember[]> {
  const rows = await db
    .select({
      ...memberColumns,
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

export function findAllMembers(db: DbOrTx, leagueId: string): Promise<BoardUser[]> {
  return db
    .select(boardUser)
    .from(leagueMembers)
    .innerJoin(users, eq(users.id, leagueMembers.userId))
    .where(eq(leagueMembers.leagueId, leagueId))
    .orderBy(byUsername);
}

/** Returns each fan once, even if they share several leagues with the viewer. */
export function findLeagueRivals(db: DbOrTx, showId: string, viewerId: string): Promise<Member[]> {
  const viewerMemberships = alias(leagueMembers, 'viewer_memberships');
  return db
    .select(memberColumns)
    .from(viewerMemberships)
    .innerJoin(leagueMembers, eq(leagueMembers.leagueId, viewerMemberships.leagueId))
    .innerJoin(leagues, eq(leagues.id, viewerMemberships.leagueId))
    .innerJoin(users, eq(users.id, leagueMembers.userId))
    .innerJoin(predictions, eq(predictions.userId, users.id))
    .where(
      and(
        eq(viewerMemberships.userId, viewerId),
        ne(users.id, viewerId),
        eq(predictions.showId, showId),
      ),
    )
    .groupBy(users.id)
    .orderBy(sql`bool_and(${leagues.isListed})`, byUsername)
    .limit(LEAGUE_RIVALS);
}

/** Sorts by date, latest first. */
export function findBans(db: DbOrTx, leagueId: string): Promise<Member[]> {
  return db
    .select(memberColumns)
    .from(leagueBans)
    .innerJoin(users, eq(users.id, leagueBans.userId))
    .where(eq(leagueBans.leagueId, leagueId))
    .orderBy(desc(leagueBans.bannedAt), desc(leagueBans.userId))
    .limit(MAX_LISTED_BANS);
}

/** Older bans aren't listed until newer ones are lifted. */
const MAX_LISTED_BANS = 500;
