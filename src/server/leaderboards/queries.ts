import { and, asc, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { GlobalRow, ShowRow } from '#contract/leaderboards.ts';
import type { PlayedRow } from '#contract/scoring.ts';
import type { Db } from '../db/open.ts';
import { type ByUser, readByUser } from '../db/read-by-user.ts';
import { users } from '../db/schema/accounts.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import type { BoardUser } from './board.ts';

/** Sorts the same way on every database, regardless of its collation. */
const byUsername: SQL = sql`${users.usernameKey} collate "C"`;

export const boardUser = {
  userId: users.id,
  username: users.username,
  isPrivate: sql<true | undefined>`${users.hasPrivateSheets}`.mapWith(
    (isPrivate: boolean) => isPrivate || undefined,
  ),
};

interface Page {
  limit: number;
  offset: number;
}

export function readTotals(db: Db): Promise<ByUser> {
  const rows = sql`
    select id as user_id, total_points, games_played from ${users} where games_played > 0`;
  return readByUser(db, { rows, columns: ['total_points', 'games_played'] });
}

export function findGlobalRows(
  db: Db,
  { limit, offset }: Page,
): Promise<Omit<GlobalRow, 'rank'>[]> {
  return db
    .select({
      userId: users.id,
      username: users.username,
      gamesPlayed: users.gamesPlayed,
      averageScore: users.averageScore,
      totalPoints: users.totalPoints,
    })
    .from(users)
    .where(gt(users.gamesPlayed, 0))
    .orderBy(desc(users.totalPoints), byUsername)
    .limit(limit)
    .offset(offset);
}

export function readScores(db: Db, showId: string): Promise<ByUser> {
  const rows = sql`
    select user_id, points from ${predictions}
    where show_id = ${showId} and points is not null`;
  return readByUser(db, { rows, columns: ['points'] });
}

export function findScoredRows(
  db: Db,
  showId: string,
  { limit, offset }: Page,
): Promise<Omit<ShowRow, 'rank'>[]> {
  return db
    .select({
      ...boardUser,
      totalPoints: sql<number>`${predictions.points}`,
    })
    .from(predictions)
    .innerJoin(users, eq(users.id, predictions.userId))
    .where(and(eq(predictions.showId, showId), isNotNull(predictions.points)))
    .orderBy(desc(predictions.points), asc(predictions.submittedAt), asc(predictions.userId))
    .limit(limit)
    .offset(offset);
}

export async function findScoringState(db: Db, showId: string) {
  const [show] = await db
    .select({ status: shows.status, scoredAt: shows.scoredAt, setlist: setlistJson })
    .from(shows)
    .where(eq(shows.id, showId));
  return show;
}

const setlistJson = sql<PlayedRow[]>`(
  select coalesce(
    json_agg(json_build_object(
      'songId', played.song_id, 'position', played.position, 'isCloser', played.is_closer
    )),
    '[]'
  )
  from ${liveSetlistSongs} played where played.show_id = shows.id
)`;

export function findEntrants(
  db: Db,
  showId: string,
  { limit, offset }: Page,
): Promise<BoardUser[]> {
  return db
    .select(boardUser)
    .from(predictions)
    .innerJoin(users, eq(users.id, predictions.userId))
    .where(eq(predictions.showId, showId))
    .orderBy(asc(predictions.submittedAt), asc(predictions.userId))
    .limit(limit)
    .offset(offset);
}

export function countEntrants(db: Db, showId: string): Promise<number> {
  return db.$count(predictions, eq(predictions.showId, showId));
}

export async function hasPredicted(db: Db, showId: string, userId: string): Promise<boolean> {
  const isOfUser = and(eq(predictions.showId, showId), eq(predictions.userId, userId));
  return (await db.$count(predictions, isOfUser)) > 0;
}

export async function findUsers(
  db: Db,
  userIds: string[],
): Promise<ReadonlyMap<string, BoardUser>> {
  const rows = await db.select(boardUser).from(users).where(inArray(users.id, userIds));
  return new Map(rows.map((user) => [user.userId, user]));
}
