import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { DAY } from '#contract/durations.ts';
import type { DbOrTx } from '../db/open.ts';
import { calendarLinks } from '../db/schema/calendar-links.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { CalendarShow } from './build-calendar.ts';

const PAST_MS = 365 * DAY;

const MAX_SHOWS = 1_000;

export function findCalendarShows(
  db: DbOrTx,
  { now, userId }: { now: number; userId?: string },
): Promise<CalendarShow[]> {
  const isShown = gte(shows.date, new Date(now - PAST_MS));
  const query = db
    .select({ show: shows, ...(userId !== undefined && { pickCount }) })
    .from(shows)
    .$dynamic();
  if (userId !== undefined)
    query.leftJoin(
      predictions,
      and(eq(predictions.showId, shows.id), eq(predictions.userId, userId)),
    );
  return query.where(isShown).orderBy(asc(shows.date), asc(shows.id)).limit(MAX_SHOWS);
}

const pickCount = sql<number | null>`case when ${predictions.id} is not null then (
  select count(*)::int from ${predictionSongs}
  where ${predictionSongs.predictionId} = ${predictions.id}
) end`;

export async function findCalendarLink(db: DbOrTx, userId: string) {
  const [link] = await db.select().from(calendarLinks).where(eq(calendarLinks.userId, userId));
  return link;
}

export async function findCalendarOwner(db: DbOrTx, token: string): Promise<string | undefined> {
  const [link] = await db
    .select({ userId: calendarLinks.userId })
    .from(calendarLinks)
    .where(eq(calendarLinks.token, token));
  return link?.userId;
}
