import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  like,
  lte,
  max,
  or,
  type SQL,
} from 'drizzle-orm';
import { HOUR } from '#contract/durations.ts';
import { buildImportKey } from '../catalog/band-pack/import-key.ts';
import type { DbOrTx } from '../db/open.ts';
import { auditLog } from '../db/schema/audit.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { type DemoShow, KEPT_SHOWS } from './next-step.ts';
import { buildResidencyKey, type PlannedShow } from './residency.ts';

/** Returns the demo's shows that are open, live or close to a planned show, by date. */
export async function findDemoShows(
  db: DbOrTx,
  bandName: string,
  planned: readonly PlannedShow[],
): Promise<DemoShow[]> {
  const times = planned.map(({ date }) => date.getTime());
  const isAround = and(
    gte(shows.date, new Date(Math.min(...times) - HOUR)),
    lte(shows.date, new Date(Math.max(...times) + HOUR)),
  );
  const rows = await db
    .select({ id: shows.id, date: shows.date, status: shows.status })
    .from(shows)
    .where(and(belongsToDemo(bandName), or(inArray(shows.status, ['open', 'live']), isAround)))
    .orderBy(asc(shows.date), asc(shows.id));
  const takeovers = await findTakeovers(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((show) => ({ ...show, takenOverAt: takeovers.get(show.id) ?? null }));
}

/** Returns false after the demo was removed. */
export async function hasDemo(db: DbOrTx, bandName: string): Promise<boolean> {
  return (await db.$count(shows, belongsToDemo(bandName))) > 0;
}

function belongsToDemo(bandName: string): SQL | undefined {
  return like(shows.importKey, `${buildImportKey(bandName, '')}%`);
}

export function findOpenShows(db: DbOrTx, bandName: string, until: Date) {
  return db
    .select({ id: shows.id, date: shows.date, locksAt: shows.locksAt })
    .from(shows)
    .where(and(belongsToDemo(bandName), eq(shows.status, 'open'), lte(shows.date, until)));
}

/** Finds the latest change by a person to each show, except to its name or date. */
async function findTakeovers(
  db: DbOrTx,
  showIds: readonly string[],
): Promise<ReadonlyMap<string | null, Date | null>> {
  const rows = await db
    .select({ showId: auditLog.showId, at: max(auditLog.at) })
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.showId, [...showIds]),
        isNotNull(auditLog.actorId),
        or(
          like(auditLog.action, 'setlist.%'),
          inArray(auditLog.action, ['show.status', 'scores.calculate']),
        ),
      ),
    )
    .groupBy(auditLog.showId);
  return new Map(rows.map(({ showId, at }) => [showId, at]));
}

/** Returns the planned shows that a person deleted. They are not added again. */
export async function findDeletedIds(
  db: DbOrTx,
  planned: readonly PlannedShow[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ showId: auditLog.showId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.action, 'show.delete'),
        inArray(
          auditLog.showId,
          planned.map(({ id }) => id),
        ),
      ),
    );
  return new Set(rows.flatMap(({ showId }) => showId ?? []));
}

/** Returns the residency's latest closed shows, oldest first: at most `KEPT_SHOWS` + 1. */
export async function findFinishedShows(
  db: DbOrTx,
  bandName: string,
  key: string,
): Promise<string[]> {
  const rows = await db
    .select({ id: shows.id })
    .from(shows)
    .where(
      and(
        like(shows.importKey, `${buildResidencyKey(bandName, key)}%`),
        eq(shows.status, 'closed'),
      ),
    )
    .orderBy(desc(shows.date))
    .limit(KEPT_SHOWS + 1);
  return rows.map(({ id }) => id).reverse();
}

export async function findPlayedRows(db: DbOrTx, bandName: string, showId: string) {
  const rows = await db
    .select({
      id: liveSetlistSongs.id,
      importKey: songs.importKey,
      breakAfter: liveSetlistSongs.breakAfter,
    })
    .from(liveSetlistSongs)
    .innerJoin(songs, eq(songs.id, liveSetlistSongs.songId))
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
  return rows.map(({ importKey, ...row }) => ({ ...row, song: toSongKey(bandName, importKey) }));
}

/** Maps the band pack's keys to IDs. */
export async function findDemoSongs(
  db: DbOrTx,
  bandName: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: songs.id, importKey: songs.importKey })
    .from(songs)
    .where(like(songs.importKey, `${buildImportKey(bandName, '')}%`));
  return new Map(rows.map(({ id, importKey }) => [toSongKey(bandName, importKey), id]));
}

function toSongKey(bandName: string, importKey: string | null): string {
  return importKey?.slice(buildImportKey(bandName, '').length) ?? '';
}
