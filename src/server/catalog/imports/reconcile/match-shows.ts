import { and, between, eq } from 'drizzle-orm';
import { DAY } from '#contract/durations.ts';
import { importedShows } from '../../../db/schema/imports.ts';
import { shows } from '../../../db/schema/shows.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { ArchiveShow } from '../readers/archive.ts';
import { isSamePlace } from '../readers/details.ts';
import {
  type DefaultStart,
  MAX_ORDER,
  resolveStart,
  type Start,
  toLocalTime,
} from '../readers/show-start.ts';

/** An archive show without an `imported_shows` row. */
export interface UnmatchedShow {
  show: ArchiveShow;
  start: Start;
}

type CandidateShow = Pick<typeof shows.$inferSelect, 'date' | 'venue' | 'city'> & {
  id?: string;
  /** Derived once per show, because deriving it for each pair of shows is slow. */
  day: string;
  isTaken: boolean;
};

/** Matches by day, place and order. A new show without a time gets an unused start. */
export async function matchShows<S extends UnmatchedShow>(
  tx: Tx,
  {
    source,
    defaultStart,
    location,
  }: { source: string; defaultStart: DefaultStart | undefined; location: string },
  unmatched: readonly S[],
): Promise<{ matched: Map<string, { showId: string }>; newShows: S[] }> {
  const matched = new Map<string, { showId: string }>();
  const newShows: S[] = [];
  const candidates = await findCandidates(tx, source, unmatched);
  for (const archiveShow of unmatched.toSorted((a, b) => a.show.order - b.show.order)) {
    const { show } = archiveShow;
    const sameDayShows = candidates.filter(
      ({ day, ...place }) => day === show.date && isSamePlace(place, show),
    );
    const match = sameDayShows.slice(show.order).find(({ isTaken }) => !isTaken);
    if (match?.id) {
      match.isTaken = true;
      matched.set(show.sourceId, { showId: match.id });
      continue;
    }
    const start = findFreeStart(show, sameDayShows);
    const { venue, city } = show;
    candidates.push({ date: start.date, day: show.date, venue, city: city ?? '', isTaken: true });
    newShows.push({ ...archiveShow, start });
  }
  return { matched, newShows };

  function findFreeStart(show: ArchiveShow, sameDayShows: readonly CandidateShow[]): Start {
    const takenTimes = new Set(sameDayShows.map(({ date }) => date.getTime()));
    for (let order = show.order; ; order += 1) {
      const start = resolveStart({ ...show, order }, defaultStart, location);
      const isFree = show.time !== null || !takenTimes.has(start.date.getTime());
      if (isFree || order > MAX_ORDER) return start;
    }
  }
}

async function findCandidates(
  tx: Tx,
  source: string,
  unmatched: readonly UnmatchedShow[],
): Promise<CandidateShow[]> {
  const times = unmatched.map(({ start }) => start.date.getTime());
  if (times.length === 0) return [];
  const [earliest, latest] = [Math.min(...times) - DAY, Math.max(...times) + DAY];
  const rows = await tx
    .select({ show: shows, source: importedShows.source })
    .from(shows)
    .leftJoin(
      importedShows,
      and(eq(importedShows.showId, shows.id), eq(importedShows.source, source)),
    )
    .where(between(shows.date, new Date(earliest), new Date(latest)))
    .orderBy(shows.date, shows.id);
  return rows.map(({ show, source: matchedSource }) => ({
    ...show,
    day: toLocalTime(show.date, show.timeZone).day,
    isTaken: matchedSource !== null,
  }));
}
