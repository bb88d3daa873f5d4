import { tzOffset } from '@date-fns/tz';
import { and, asc, count, desc, eq, gt, gte, max, or, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { toWallTime } from '#contract/local-time.ts';
import * as contract from '#contract/statistics.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { read } from '../http/read.ts';
import { createNextStart, isIncludedInStatistics } from '../shows/next-start.ts';
import { findSongs, titleCollator } from '../songs/queries.ts';
import { summarizePredictions } from './my-statistics.ts';
import { listScoredPredictions } from './scored-predictions.ts';

export function statisticsRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  const nextStart = createNextStart(context);

  read(app, contract.getTopSongs, nextStart, async ({ variant: next }) => {
    const songs = await findSongs(db, next);
    return sortByPlays(songs.filter(({ timesPlayed }) => timesPlayed > 0));
  });

  const findTrendingVariant = async () => ({
    since: subtractMonths(new Date(clock()), contract.TRENDING_MONTHS),
    next: await nextStart(),
  });
  read(
    app,
    contract.getTrendingSongs,
    findTrendingVariant,
    async ({ variant: { since, next } }) => {
      const songs = await findSongsPlayedSince(db, since, next);
      return sortByPlays(
        songs.map((song) => ({ ...song, lastPlayed: song.lastPlayed.toISOString() })),
      );
    },
  );

  read(app, contract.getTourPatterns, nextStart, async ({ variant: next }) => {
    const { date, timeZone } = shows;
    return countByYear(
      await db.select({ date, timeZone }).from(shows).where(isIncludedInStatistics(next)),
    );
  });

  read(app, contract.getVenueStatistics, nextStart, async ({ variant: next }) => {
    const { city, state } = shows;
    const [showCount, lastDate] = [count(), max(shows.date)];
    const timeZone = sql<string>`(array_agg(${shows.timeZone} order by ${shows.date} desc))[1]`;
    const rows = await db
      .select({ city, state, showCount, lastDate, timeZone })
      .from(shows)
      .where(isIncludedInStatistics(next))
      .groupBy(city, state)
      .orderBy(desc(showCount), desc(lastDate), asc(city));
    return rows.flatMap(({ lastDate, ...row }) =>
      lastDate ? [{ ...row, lastShowDate: lastDate.toISOString() }] : [],
    );
  });

  read(
    app,
    contract.getMyStatistics,
    async ({ viewer }) => viewer.userId,
    async ({ variant: userId }) => summarizePredictions(await listScoredPredictions(db, userId)),
  );
}

function sortByPlays<T extends { title: string; timesPlayed: number }>(rows: readonly T[]): T[] {
  return rows.toSorted(
    (a, b) => b.timesPlayed - a.timesPlayed || titleCollator.compare(a.title, b.title),
  );
}

/** Returns midnight UTC of the same day of the month, or of the last day of a shorter month. */
function subtractMonths(date: Date, months: number): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)));
}

/** Counts in each show's own time zone, so that New Year's Eve belongs to the old year. */
function countByYear(rows: readonly { date: Date; timeZone: string }[]) {
  const counts = new Map<number, number>();
  for (const { date, timeZone } of rows) {
    const year = toWallTime(date, (instant) => tzOffset(timeZone, instant)).getUTCFullYear();
    counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  return [...counts]
    .map(([year, showCount]) => ({ year, showCount }))
    .sort((a, b) => b.year - a.year);
}

/** Counts only the last imported play of a song, because only that one has a date. */
function findSongsPlayedSince(db: Db, since: Date, next: Date | undefined) {
  const played = db
    .select({
      songId: liveSetlistSongs.songId,
      plays: count().as('plays'),
      last: max(shows.date).as('last'),
    })
    .from(liveSetlistSongs)
    .innerJoin(shows, eq(shows.id, liveSetlistSongs.showId))
    .where(and(isIncludedInStatistics(next), gte(shows.date, since)))
    .groupBy(liveSetlistSongs.songId)
    .as('played');
  const wasImported = gte(songs.importedLastPlayed, since);
  return db
    .select({
      id: songs.id,
      title: songs.title,
      timesPlayed: sql<number>`coalesce(${played.plays}, 0)::int
        + coalesce(${wasImported}, false)::int`,
      lastPlayed: sql<Date>`greatest(${songs.importedLastPlayed}, ${played.last})`.mapWith(
        songs.importedLastPlayed,
      ),
    })
    .from(songs)
    .leftJoin(played, eq(played.songId, songs.id))
    .where(or(gt(played.plays, 0), wasImported));
}
