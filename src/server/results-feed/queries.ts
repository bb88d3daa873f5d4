import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { shows } from '../db/schema/shows.ts';

const MAX_RESULTS = 20;

export type ShowResult = Awaited<ReturnType<typeof findResults>>[number];

export async function findResults(db: Db) {
  return db
    .select({ show: shows, songCount, winners })
    .from(shows)
    .where(and(eq(shows.status, 'closed'), isNotNull(shows.publishedAt)))
    .orderBy(desc(shows.date), desc(shows.id))
    .limit(MAX_RESULTS);
}

const songCount = sql<number>`(
  select count(*)::int from live_setlist_songs where show_id = shows.id
)`;

/** `username` is the first winner's; null if their sheets are private. */
const winners = sql<{ username: string | null; count: number; points: number } | null>`(
  select json_build_object(
    'username', (array_agg(
      case when not has_private_sheets then username end order by submitted_at, users.id
    ))[1],
    'count', count(*)::int,
    'points', points
  )
  from predictions join users on users.id = user_id
  where show_id = shows.id
    and points > 0
    and points = (select max(points) from predictions where show_id = shows.id)
  group by points
)`;
