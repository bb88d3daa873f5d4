import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { songs } from '../db/schema/songs.ts';

/** Every account, by name. */
export function usersOf(db: Db) {
  return inPages(PAGE, (last: { key: string } | undefined, limit) =>
    db
      .select({
        key: users.usernameKey,
        username: users.username,
        email: users.email,
        isVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
        isAdmin: users.isAdmin,
        points: users.totalPoints,
        games: users.gamesPlayed,
        average: users.averageScore,
        favoriteSong: users.favoriteSong,
        homeVenue: users.homeVenue,
        joined: users.createdAt,
      })
      .from(users)
      .where(last && sql`${users.usernameKey} collate "C" > ${last.key}`)
      .orderBy(sql`${users.usernameKey} collate "C"`)
      .limit(limit),
  );
}

/** Everyone's picks of a show, in order of submission. */
export async function* picksOf(db: Db, showId: string) {
  const all = inPages(PAGE / 10, (last: Place | undefined, limit) =>
    db
      .select({
        ...placeColumns,
        username: users.username,
        submittedAt: predictions.submittedAt,
        picks: picksOfPrediction,
      })
      .from(predictions)
      .innerJoin(users, eq(users.id, predictions.userId))
      .where(and(eq(predictions.showId, showId), last && sql`${place} > ${placeOf(last)}`))
      .orderBy(asc(predictions.submittedAt), asc(predictions.id))
      .limit(limit),
  );
  for await (const { username, submittedAt, picks } of all)
    for (const { position, song } of picks) yield { username, submittedAt, position, song };
}

/** A scored show's fans, the highest first, as its board has them. */
export async function* resultsOf(db: Db, showId: string) {
  const all = inPages(PAGE, (last: (Place & { points: number }) | undefined, limit) =>
    db
      .select({
        ...placeColumns,
        username: users.username,
        points: sql<number>`${predictions.points}`,
        submittedAt: predictions.submittedAt,
      })
      .from(predictions)
      .innerJoin(users, eq(users.id, predictions.userId))
      .where(
        and(
          eq(predictions.showId, showId),
          isNotNull(predictions.points),
          last &&
            sql`(-${predictions.points}, ${place}) > (-${last.points}::int, ${placeOf(last)})`,
        ),
      )
      .orderBy(sql`-${predictions.points}`, asc(predictions.submittedAt), asc(predictions.id))
      .limit(limit),
  );
  let count = 0;
  let shared: { points: number; rank: number } | undefined;
  for await (const { username, points, submittedAt } of all) {
    count += 1;
    if (shared?.points !== points) shared = { points, rank: count };
    yield { rank: shared.rank, username, points, submittedAt };
  }
}

const PAGE = 1_000;

/**
 * All rows, a page of them at a time: whoever takes them slowly keeps no connection to the database, and
 * no more than a page in memory. What changes meanwhile may be in the later pages already.
 */
async function* inPages<Row extends Last, Last>(
  limit: number,
  read: (last: Last | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last, limit);
    yield* rows;
    last = rows.at(-1);
    if (rows.length < limit) return;
  }
}

/** Where in the order of submission; the moment as text, as a `Date` has no microseconds. */
interface Place {
  at: string;
  id: string;
}

const placeColumns = { id: predictions.id, at: sql<string>`${predictions.submittedAt}::text` };
const place = sql`(${predictions.submittedAt}, ${predictions.id})`;
const placeOf = ({ at, id }: Place) => sql`(${at}::timestamptz, ${id}::uuid)`;

const picksOfPrediction = sql<{ position: number; song: string }[]>`(
  select coalesce(
    json_agg(json_build_object('position', ${predictionSongs.position}, 'song', ${songs.title})
      order by ${predictionSongs.position}),
    '[]'
  )
  from ${predictionSongs} join ${songs} on ${songs.id} = ${predictionSongs.songId}
  where ${predictionSongs.predictionId} = predictions.id
)`;
