import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { songs } from '../db/schema/songs.ts';

export function readUsers(db: Db) {
  return paginate(PAGE_SIZE, (last: { key: string } | undefined, limit) =>
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

export async function* readPicks(db: Db, showId: string) {
  const rows = paginate(PAGE_SIZE / 10, (last: Cursor | undefined, limit) =>
    db
      .select({
        ...cursorColumns,
        username: users.username,
        submittedAt: predictions.submittedAt,
        picks: predictionPicks,
      })
      .from(predictions)
      .innerJoin(users, eq(users.id, predictions.userId))
      .where(and(eq(predictions.showId, showId), last && sql`${cursor} > ${toCursorSql(last)}`))
      .orderBy(asc(predictions.submittedAt), asc(predictions.id))
      .limit(limit),
  );
  for await (const { username, submittedAt, picks } of rows)
    for (const { position, song } of picks) yield { username, submittedAt, position, song };
}

/** Yields the rows in the order of the show's leaderboard. */
export async function* readResults(db: Db, showId: string) {
  const rows = paginate(PAGE_SIZE, (last: (Cursor & { points: number }) | undefined, limit) =>
    db
      .select({
        ...cursorColumns,
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
            sql`(-${predictions.points}, ${cursor}) > (-${last.points}::int, ${toCursorSql(last)})`,
        ),
      )
      .orderBy(sql`-${predictions.points}`, asc(predictions.submittedAt), asc(predictions.id))
      .limit(limit),
  );
  let count = 0;
  let tie: { points: number; rank: number } | undefined;
  for await (const { username, points, submittedAt } of rows) {
    count += 1;
    if (tie?.points !== points) tie = { points, rank: count };
    yield { rank: tie.rank, username, points, submittedAt };
  }
}

const PAGE_SIZE = 1_000;

/** Keeps one page in memory, and no connection between pages, so later pages may be newer. */
async function* paginate<Row extends Last, Last>(
  limit: number,
  readPage: (last: Last | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let lastRow: Row | undefined;
  for (;;) {
    const rows = await readPage(lastRow, limit);
    yield* rows;
    lastRow = rows.at(-1);
    if (rows.length < limit) return;
  }
}

/** `at` is text because a `Date` has no microseconds. */
interface Cursor {
  at: string;
  id: string;
}

const cursorColumns = { id: predictions.id, at: sql<string>`${predictions.submittedAt}::text` };
const cursor = sql`(${predictions.submittedAt}, ${predictions.id})`;
const toCursorSql = ({ at, id }: Cursor) => sql`(${at}::timestamptz, ${id}::uuid)`;

const predictionPicks = sql<{ position: number; song: string }[]>`(
  select coalesce(
    json_agg(json_build_object('position', ${predictionSongs.position}, 'song', ${songs.title})
      order by ${predictionSongs.position}),
    '[]'
  )
  from ${predictionSongs} join ${songs} on ${songs.id} = ${predictionSongs.songId}
  where ${predictionSongs.predictionId} = predictions.id
)`;
