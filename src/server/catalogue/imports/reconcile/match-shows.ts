import { and, between, eq } from 'drizzle-orm';
import { DAY } from '#contract/durations.ts';
import { importedShows } from '../../../db/schema/imports.ts';
import { shows } from '../../../db/schema/shows.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { ArchiveShow } from '../readers/archive.ts';
import { isSamePlace } from '../readers/details.ts';
import {
  LAST_ORDER,
  localTime,
  type Start,
  startOf,
  type UsualStart,
} from '../readers/show-start.ts';

/** An archive show without an `imported_shows` row. */
export interface UnmatchedShow {
  show: ArchiveShow;
  start: Start;
}

type Here = Pick<typeof shows.$inferSelect, 'date' | 'venue' | 'city'> & {
  id?: string;
  /** Too slow to derive for each pair of shows. */
  day: string;
  isTaken: boolean;
};

/**
 * Matches by day and place, several shows of a day by their order. A new show without a time gets a
 * start that no other show of that day and place has.
 */
export async function matchShows<S extends UnmatchedShow>(
  tx: Tx,
  { source, usual, where }: { source: string; usual: UsualStart | undefined; where: string },
  strangers: readonly S[],
): Promise<{ own: Map<string, { showId: string }>; newShows: S[] }> {
  const own = new Map<string, { showId: string }>();
  const newShows: S[] = [];
  const here = await findShowsAround(tx, source, strangers);
  for (const one of strangers.toSorted((a, b) => a.show.order - b.show.order)) {
    const { show } = one;
    const sameDay = here.filter(({ day, ...at }) => day === show.date && isSamePlace(at, show));
    const its = sameDay.slice(show.order).find(({ isTaken }) => !isTaken);
    if (its?.id) {
      its.isTaken = true;
      own.set(show.sourceId, { showId: its.id });
      continue;
    }
    const start = freeStart(show, sameDay);
    const { venue, city } = show;
    here.push({ date: start.date, day: show.date, venue, city: city ?? '', isTaken: true });
    newShows.push({ ...one, start });
  }
  return { own, newShows };

  function freeStart(show: ArchiveShow, sameDay: readonly Here[]): Start {
    const taken = new Set(sameDay.map(({ date }) => date.getTime()));
    for (let order = show.order; ; order += 1) {
      const start = startOf({ ...show, order }, usual, where);
      const isFree = show.time !== null || !taken.has(start.date.getTime());
      if (isFree || order > LAST_ORDER) return start;
    }
  }
}

async function findShowsAround(
  tx: Tx,
  source: string,
  strangers: readonly UnmatchedShow[],
): Promise<Here[]> {
  const times = strangers.map(({ start }) => start.date.getTime());
  if (times.length === 0) return [];
  const [from, to] = [Math.min(...times) - DAY, Math.max(...times) + DAY];
  const rows = await tx
    .select({ show: shows, source: importedShows.source })
    .from(shows)
    .leftJoin(
      importedShows,
      and(eq(importedShows.showId, shows.id), eq(importedShows.source, source)),
    )
    .where(between(shows.date, new Date(from), new Date(to)))
    .orderBy(shows.date, shows.id);
  return rows.map(({ show, source: taker }) => ({
    ...show,
    day: localTime(show.date, show.timeZone).day,
    isTaken: taker !== null,
  }));
}
