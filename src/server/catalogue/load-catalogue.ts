import { sql } from 'drizzle-orm';
import type { Tx } from '../db/transaction.ts';
import {
  type CatalogueEntry,
  type CatalogueShow,
  type CatalogueSong,
  type CatalogueSourceRow,
  songsOf,
} from './catalogue-show.ts';
import { insertShows, insertSources } from './insert-shows.ts';
import { addMissingSongs, readSongIndex, rememberSongs, type SongIndex } from './song-index.ts';

/** What the band pack or a page of an archive has, and how its shows match those that exist. */
export interface CatalogueSource<Existing, Result> {
  /** Songs besides those of the setlists. */
  songs?: readonly CatalogueSong[];
  /** The archives' data about shows that were deleted, so that imports don't restore them. */
  deletedShows?: readonly CatalogueSourceRow[];
  match(): Promise<{ existing: readonly Existing[]; newShows: readonly CatalogueShow[] }>;
  reconcile(existing: readonly Existing[], index: SongIndex): Promise<Result>;
}

/** What a load wrote. An undo needs it. */
interface LoadTrace {
  showIds: string[];
  songIds: string[];
  /** Keys in `imported_songs`. */
  songKeys: string[];
}

/**
 * Adds the new songs and shows, and lets the source reconcile those that exist. A second load of
 * the same source writes nothing.
 */
export async function loadCatalogue<
  Existing extends { setlist: readonly CatalogueEntry[] },
  Result,
>(
  tx: Tx,
  { songs = [], deletedShows = [], match, reconcile }: CatalogueSource<Existing, Result>,
): Promise<{ newShows: readonly CatalogueShow[]; reconciled: Result; trace: LoadTrace }> {
  await lockCatalogue(tx);
  const { existing, newShows } = await match();
  const index = await readSongIndex(tx);
  await rememberSongs(
    tx,
    index,
    existing.flatMap(({ setlist }) => songsOf(setlist)),
  );
  await addMissingSongs(tx, index, [
    ...songs,
    ...newShows.flatMap(({ setlist }) => songsOf(setlist)),
  ]);
  const showIds = await insertShows(tx, newShows, index);
  await insertSources(tx, deletedShows);
  const reconciled = await reconcile(existing, index);
  const trace = { showIds, songIds: index.added, songKeys: index.remembered };
  return { newShows, reconciled, trace };
}

/** Arbitrary number. Loads, undos and the removal of the demo take turns. */
const CATALOGUE_LOCK = 4_100_274;

export async function lockCatalogue(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CATALOGUE_LOCK})`);
}
