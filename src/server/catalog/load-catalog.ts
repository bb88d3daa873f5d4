import { sql } from 'drizzle-orm';
import type { Tx } from '../db/transaction.ts';
import {
  type CatalogEntry,
  type CatalogShow,
  type CatalogSong,
  type CatalogSourceRow,
  listSongs,
} from './catalog-show.ts';
import { insertShows, insertSources } from './insert-shows.ts';
import { addMissingSongs, readSongIndex, type SongIndex, storeSongKeys } from './song-index.ts';

export interface CatalogSource<Existing, Result> {
  songs?: readonly CatalogSong[];
  /** The archives' data about shows that were deleted, so that imports don't restore them. */
  deletedShows?: readonly CatalogSourceRow[];
  match(): Promise<{ existing: readonly Existing[]; newShows: readonly CatalogShow[] }>;
  reconcile(existing: readonly Existing[], index: SongIndex): Promise<Result>;
}

/** Records what a load wrote, so that it can be undone. */
interface LoadTrace {
  showIds: string[];
  songIds: string[];
  songKeys: string[];
}

/** Adds new songs and shows; the source reconciles existing ones. A second load writes nothing. */
export async function loadCatalog<Existing extends { setlist: readonly CatalogEntry[] }, Result>(
  tx: Tx,
  { songs = [], deletedShows = [], match, reconcile }: CatalogSource<Existing, Result>,
): Promise<{ newShows: readonly CatalogShow[]; reconciled: Result; trace: LoadTrace }> {
  await lockCatalog(tx);
  const { existing, newShows } = await match();
  const index = await readSongIndex(tx);
  await storeSongKeys(
    tx,
    index,
    existing.flatMap(({ setlist }) => listSongs(setlist)),
  );
  await addMissingSongs(tx, index, [
    ...songs,
    ...newShows.flatMap(({ setlist }) => listSongs(setlist)),
  ]);
  const showIds = await insertShows(tx, newShows, index);
  await insertSources(tx, deletedShows);
  const reconciled = await reconcile(existing, index);
  const trace = { showIds, songIds: index.addedIds, songKeys: index.storedKeys };
  return { newShows, reconciled, trace };
}

/** Arbitrary key of the advisory lock that serializes loads, undos and the removal of the demo. */
const CATALOG_LOCK = 4_100_274;

export async function lockCatalog(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CATALOG_LOCK})`);
}
