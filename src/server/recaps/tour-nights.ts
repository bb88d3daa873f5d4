import { asc, eq } from 'drizzle-orm';
import type { Crowd } from '#contract/crowd.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { NO_TOUR_RECAP } from '#contract/tour-recaps.ts';
import { isTourOver } from '#contract/tours.ts';
import type { ReadCrowd } from '../crowd/read-crowd.ts';
import type { Db } from '../db/open.ts';
import { shows } from '../db/schema/shows.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import { findSetlist } from '../setlists/queries.ts';
import type { ShowRow } from '../shows/show-row.ts';

export interface TourNight {
  show: ShowRow;
  setlist: readonly SetlistEntry[];
  crowd: Crowd;
}

/** Sorts by date. Throws 404 unless the tour is over. */
export async function requireOverTour(db: Db, tourName: string): Promise<ShowRow[]> {
  const tourShows = await db
    .select()
    .from(shows)
    .where(eq(shows.tourName, tourName))
    .orderBy(asc(shows.date), asc(shows.id));
  if (tourShows.length === 0) throw notFound('Tour');
  const scoredShows = tourShows.filter(({ scoredAt }) => scoredAt !== null);
  if (!isTourOver(tourShows) || scoredShows.length === 0) throw new ApiError(404, NO_TOUR_RECAP);
  return scoredShows;
}

/** Returns the nights by date. Throws 404 unless the tour is over. */
export async function readTourNights(
  { db, readCrowd }: { db: Db; readCrowd: ReadCrowd },
  tourName: string,
): Promise<TourNight[]> {
  const nights: TourNight[] = [];
  // One at a time, because the first read of a crowd loads all picks of its show.
  for (const show of await requireOverTour(db, tourName))
    nights.push({
      show,
      setlist: await findSetlist(db, show.id),
      crowd: await readCrowd(show.id),
    });
  return nights;
}

/** Ignores corrections before the tour's end, when there was no recap. */
export function findCorrectedAt(nights: readonly TourNight[]): string | null {
  const endedAt = Math.max(...nights.map(({ show }) => findFirstPublication(show)));
  const correctedAt = Math.max(...nights.map(({ show }) => show.correctedAt?.getTime() ?? 0));
  return correctedAt >= endedAt && correctedAt > 0 ? new Date(correctedAt).toISOString() : null;
}

/** A show that went live again was published before its correction, and again when it closed. */
function findFirstPublication({ publishedAt, correctedAt }: ShowRow): number {
  return Math.min(publishedAt?.getTime() ?? 0, correctedAt?.getTime() ?? Infinity);
}

export function toRecapShow({ date, ...show }: ShowRow) {
  return { ...show, date: date.toISOString() };
}
