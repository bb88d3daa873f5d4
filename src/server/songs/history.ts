import { tzOffset } from '@date-fns/tz';
import { and, asc, desc, eq, getTableColumns, inArray, max, sql } from 'drizzle-orm';
import { sourceName } from '#contract/imports.ts';
import { toWallTime } from '#contract/local-time.ts';
import { LAST_SHOWS, type SongHistory, type SongShow } from '#contract/songs.ts';
import type { Db } from '../db/open.ts';
import { importedShows } from '../db/schema/imports.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { isIncludedInStatistics } from '../shows/next-start.ts';
import { findSongs } from './queries.ts';

export async function findSongHistory(
  db: Db,
  next: Date | undefined,
  songId: string,
): Promise<SongHistory | undefined> {
  const [song] = await findSongs(db, next, songId);
  if (!song) return undefined;
  const plays = await findPlays(db, next, songId);
  return {
    song,
    months: tally(plays.map(formatLocalMonth)).map(([month, timesPlayed]) => ({
      month,
      timesPlayed,
    })),
    positions: tally(plays.map(({ position }) => position)).map(([position, timesPlayed]) => ({
      position,
      timesPlayed,
    })),
    openerCount: plays.filter(({ isOpener }) => isOpener).length,
    closerCount: plays.filter(({ isCloser }) => isCloser).length,
    lastShows: groupByShow(plays).slice(0, LAST_SHOWS),
    archives: await findArchives(db, next, songId),
  };
}

type Play = Awaited<ReturnType<typeof findPlays>>[number];

function findPlays(db: Db, next: Date | undefined, songId: string) {
  const played = db.$with('played').as(
    db
      .select({
        showId: liveSetlistSongs.showId,
        songId: liveSetlistSongs.songId,
        position: liveSetlistSongs.position,
        isCloser: liveSetlistSongs.isCloser,
        firstPosition:
          sql<number>`min(${liveSetlistSongs.position}) over (partition by ${liveSetlistSongs.showId})`.as(
            'first_position',
          ),
      })
      .from(liveSetlistSongs)
      .innerJoin(shows, eq(shows.id, liveSetlistSongs.showId))
      .where(
        and(
          isIncludedInStatistics(next),
          inArray(liveSetlistSongs.showId, selectShowsWithSong(db, songId)),
        ),
      ),
  );
  return db
    .with(played)
    .select({
      show: getTableColumns(shows),
      position: played.position,
      isCloser: played.isCloser,
      isOpener: sql<boolean>`${played.position} = ${played.firstPosition}`,
    })
    .from(played)
    .innerJoin(shows, eq(shows.id, played.showId))
    .where(eq(played.songId, songId))
    .orderBy(desc(shows.date), asc(shows.id), asc(played.position));
}

/** The archives' terms require a name and a link. */
async function findArchives(
  db: Db,
  next: Date | undefined,
  songId: string,
): Promise<SongHistory['archives']> {
  const rows = await db
    .select({ source: importedShows.source, url: max(importedShows.url) })
    .from(importedShows)
    .innerJoin(shows, eq(shows.id, importedShows.showId))
    .where(
      and(
        isIncludedInStatistics(next),
        inArray(importedShows.showId, selectShowsWithSong(db, songId)),
      ),
    )
    .groupBy(importedShows.source)
    .orderBy(importedShows.source);
  return rows.flatMap(({ source, url }) => {
    const name = sourceName(source);
    return name === null ? [] : [{ name, url: url && `${new URL(url).origin}/` }];
  });
}

function selectShowsWithSong(db: Db, songId: string) {
  return db
    .select({ showId: liveSetlistSongs.showId })
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.songId, songId));
}

/** Returns a month such as '2026-08', in the show's time zone. */
function formatLocalMonth({ show: { date, timeZone } }: Play): string {
  return toWallTime(date, (instant) => tzOffset(timeZone, instant))
    .toISOString()
    .slice(0, 7);
}

function tally<T extends string | number>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

function groupByShow(plays: readonly Play[]): SongShow[] {
  const showsById = new Map<string, SongShow>();
  for (const { show, position, isOpener, isCloser } of plays) {
    const songShow = showsById.get(show.id);
    showsById.set(show.id, {
      ...show,
      date: show.date.toISOString(),
      positions: [...(songShow?.positions ?? []), position],
      isOpener: isOpener || (songShow?.isOpener ?? false),
      isCloser: isCloser || (songShow?.isCloser ?? false),
    });
  }
  return [...showsById.values()];
}
