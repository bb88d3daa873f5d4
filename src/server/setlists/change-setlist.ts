import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { SetlistEntry } from '#contract/setlists.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Tx } from '../db/open.ts';
import { liveSetlistSongs } from '../db/schema.ts';
import type { ShowScoring } from '../shows/scoring.ts';
import { bumpVersion, lockShow } from '../shows/version.ts';
import { type Difference, differenceOf, type SetlistRow } from './arrange.ts';
import { findSetlist } from './queries.ts';

export interface SetlistChange {
  showId: string;
  actorId: string;
  action: 'setlist.add' | 'setlist.update' | 'setlist.remove' | 'setlist.undo';
  /** The row that it is about. */
  rowId?: string;
  /** Answers the rows as they shall be; throws what stands against it. */
  arrange(tx: Tx, rows: readonly SetlistRow[]): Promise<SetlistRow[]> | SetlistRow[];
}

export interface ChangedSetlist {
  setlist: SetlistEntry[];
  /** Undefined where the change left everything as it was. */
  changed: { version: number; isLive: boolean; wasRescored: boolean } | undefined;
}

/** Changes a setlist with all that follows from it: stored points, version, record. */
export async function changeSetlist(
  tx: Tx,
  scoring: ShowScoring,
  { showId, actorId, action, rowId, arrange }: SetlistChange,
): Promise<ChangedSetlist> {
  const show = await lockShow(tx, showId);
  const rows = await tx
    .select()
    .from(liveSetlistSongs)
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(liveSetlistSongs.position));
  const difference = differenceOf(rows, await arrange(tx, rows));
  const { before, after } = difference;
  if (before.length === 0 && after.length === 0)
    return { setlist: await findSetlist(tx, showId), changed: undefined };
  await store(tx, difference);
  const wasRescored = await scoring.rescore(tx, showId);
  const version = await bumpVersion(tx, showId);
  const subject = rowId === undefined ? {} : { subjectId: rowId };
  await recordChange(tx, { actorId, action, ...subject, showId, before, after });
  const isLive = show.status === 'live';
  return {
    setlist: await findSetlist(tx, showId),
    changed: { version, isLive, wasRescored },
  };
}

async function store(tx: Tx, { before, after }: Difference): Promise<void> {
  const kept = new Set(after.map(({ id }) => id));
  const gone = before.map(({ id }) => id).filter((id) => !kept.has(id));
  if (gone.length > 0) await tx.delete(liveSetlistSongs).where(inArray(liveSetlistSongs.id, gone));
  if (after.length === 0) return;
  // One statement for all: the positions are compared when it ends, not while rows pass each other.
  await tx
    .insert(liveSetlistSongs)
    .values(after)
    .onConflictDoUpdate({
      target: liveSetlistSongs.id,
      set: {
        songId: sql`excluded.song_id`,
        position: sql`excluded.position`,
        isCloser: sql`excluded.is_closer`,
        notes: sql`excluded.notes`,
        setLabel: sql`excluded.set_label`,
      },
    });
}
