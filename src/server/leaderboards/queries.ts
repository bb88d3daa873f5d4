import { and, asc, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { GlobalRow, ShowRow } from '#contract/leaderboards.ts';
import type { PlayedSong } from '#contract/scoring.ts';
import type { Db } from '../db/open.ts';
import { liveSetlistSongs, predictions, shows, songs, users } from '../db/schema.ts';

/** By name, in the same order on every database, whatever its collation. */
const byUsername: SQL = sql`${users.usernameKey} collate "C"`;

/** Everyone with a scored game, the highest first. */
export function findTotals(db: Db): Promise<Omit<GlobalRow, 'rank'>[]> {
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
    .orderBy(desc(users.totalPoints), byUsername);
}

/** Everyone with stored points of a show, the highest first, then the earlier submission. */
export function findScored(db: Db, showId: string): Promise<Omit<ShowRow, 'rank'>[]> {
  return db
    .select({
      userId: users.id,
      username: users.username,
      totalPoints: sql<number>`${predictions.points}`,
    })
    .from(predictions)
    .innerJoin(users, eq(users.id, predictions.userId))
    .where(and(eq(predictions.showId, showId), isNotNull(predictions.points)))
    .orderBy(desc(predictions.points), asc(predictions.submittedAt), byUsername);
}

/** What decides how a show's board is made: its state, and the setlist so far. */
export async function findStandingOfShow(db: Db, showId: string) {
  const [show] = await db
    .select({ status: shows.status, scoredAt: shows.scoredAt, setlist: setlistOfShow })
    .from(shows)
    .where(eq(shows.id, showId));
  return show;
}

const setlistOfShow = sql<PlayedSong[]>`(
  select coalesce(
    json_agg(json_build_object(
      'songId', played.song_id, 'position', played.position, 'isCloser', played.is_closer
    )),
    '[]'
  )
  from ${liveSetlistSongs} played where played.show_id = shows.id
)`;

export interface Entrant {
  predictionId: string;
  userId: string;
  username: string;
  submittedAt: Date;
}

/** Who has predicted a show, in order of submission; all of them where no page is asked for. */
export function findEntrants(
  db: Db,
  showId: string,
  page?: { limit: number; offset: number },
): Promise<Entrant[]> {
  const entrants = db
    .select({
      predictionId: predictions.id,
      userId: users.id,
      username: users.username,
      submittedAt: predictions.submittedAt,
    })
    .from(predictions)
    .innerJoin(users, eq(users.id, predictions.userId))
    .where(eq(predictions.showId, showId))
    .orderBy(asc(predictions.submittedAt), byUsername)
    .$dynamic();
  return page ? entrants.limit(page.limit).offset(page.offset) : entrants;
}

/** How many have predicted a show. */
export function countEntrants(db: Db, showId: string): Promise<number> {
  return db.$count(predictions, eq(predictions.showId, showId));
}

/** One user among those who have predicted a show. */
export async function findEntrant(
  db: Db,
  showId: string,
  userId: string,
): Promise<{ userId: string; username: string } | undefined> {
  const [entrant] = await db
    .select({ userId: users.id, username: users.username })
    .from(predictions)
    .innerJoin(users, eq(users.id, predictions.userId))
    .where(and(eq(predictions.showId, showId), eq(predictions.userId, userId)));
  return entrant;
}

/** How many of these songs are still there. */
export function countSongs(db: Db, songIds: readonly string[]): Promise<number> {
  return db.$count(songs, inArray(songs.id, [...songIds]));
}
