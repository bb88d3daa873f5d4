import { sql } from 'drizzle-orm';
import type { ChangeScope } from '../changes/run-change.ts';
import type { Tx } from '../db/transaction.ts';
import type { CatalogueEntry, CatalogueShow, CatalogueSong } from './catalogue-show.ts';
import { insertShows } from './insert-shows.ts';
import { addMissingSongs, readSongIndex, rememberSongs, type SongIndex } from './song-index.ts';

/** What the band pack or a page of an archive has, and how its shows match those that exist. */
export interface CatalogueSource<Existing, Result> {
  /** Songs besides those of the setlists. */
  songs?: readonly CatalogueSong[];
  match(): Promise<{ existing: readonly Existing[]; newShows: readonly CatalogueShow[] }>;
  reconcile(existing: readonly Existing[], index: SongIndex): Promise<Result>;
}

/** What a load wrote. An undo needs it. */
export interface LoadTrace {
  /** New shows, in the order of `newShows`. */
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
  { tx }: Pick<ChangeScope, 'tx'>,
  { songs = [], match, reconcile }: CatalogueSource<Existing, Result>,
): Promise<LoadTrace & { reconciled: Result }> {
  await lockCatalogue(tx);
  const { existing, newShows } = await match();
  const index = await readSongIndex(tx);
  await rememberSongs(tx, index, existing.flatMap(songsOf));
  await addMissingSongs(tx, index, [...songs, ...newShows.flatMap(songsOf)]);
  const showIds = await insertShows(tx, newShows, index);
  const reconciled = await reconcile(existing, index);
  return { showIds, songIds: index.added, songKeys: index.remembered, reconciled };
}

/** Arbitrary number. Loads, undos and the removal of the demo take turns. */
const CATALOGUE_LOCK = 4_100_274;

export async function lockCatalogue(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CATALOGUE_LOCK})`);
}

function songsOf({ setlist }: { setlist: readonly CatalogueEntry[] }): CatalogueSong[] {
  return setlist.map(({ song }) => song);
}
