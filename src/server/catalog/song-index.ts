import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { identityKey } from '#contract/text.ts';
import { toChunks } from '../db/chunks.ts';
import type { DbOrTx } from '../db/open.ts';
import { importedSongs } from '../db/schema/imports.ts';
import { songs } from '../db/schema/songs.ts';
import type { Tx } from '../db/transaction.ts';
import type { CatalogSong } from './catalog-show.ts';

export interface SongIndex {
  titles: Map<string, string>;
  idByTitle: Map<string, string>;
  idByKey: Map<string, string>;
  addedIds: string[];
  /** Keys that this index added to `imported_songs`. */
  storedKeys: string[];
}

export async function readSongIndex(db: DbOrTx): Promise<SongIndex> {
  const existingSongs = await db
    .select({ id: songs.id, title: songs.title, importKey: songs.importKey })
    .from(songs);
  const importedKeys = await db.select().from(importedSongs);
  return {
    titles: new Map(existingSongs.map(({ id, title }) => [id, title])),
    idByTitle: new Map(existingSongs.map(({ id, title }) => [getIdentityKey(title), id])),
    idByKey: new Map([
      ...existingSongs.flatMap(({ id, importKey }) =>
        importKey ? [[importKey, id] as const] : [],
      ),
      ...importedKeys.map(({ songId, importKey }) => [importKey, songId] as const),
    ]),
    addedIds: [],
    storedKeys: [],
  };
}

/** Matches by import key first, so a renamed song still matches, then by title. */
export function findSongId(
  { idByKey, idByTitle }: SongIndex,
  { importKey, title }: CatalogSong,
): string | undefined {
  return idByKey.get(importKey) ?? idByTitle.get(getIdentityKey(title));
}

/** Returns the number of added songs. Call it before writing setlists. */
export async function addMissingSongs(
  tx: Tx,
  index: SongIndex,
  requestedSongs: readonly CatalogSong[],
): Promise<number> {
  const missingSongs: (typeof songs.$inferInsert)[] = [];
  for (const song of requestedSongs) {
    if (findSongId(index, song)) continue;
    const id = randomUUID();
    index.titles.set(id, song.title);
    index.idByTitle.set(getIdentityKey(song.title), id);
    index.idByKey.set(song.importKey, id);
    index.addedIds.push(id);
    missingSongs.push({ ...song, id });
  }
  for (const chunk of toChunks(missingSongs)) await tx.insert(songs).values(chunk);
  await storeSongKeys(tx, index, requestedSongs);
  return missingSongs.length;
}

/** Stores the keys of songs matched by title, so they still match after a rename. */
export async function storeSongKeys(
  tx: Tx,
  index: SongIndex,
  requestedSongs: readonly CatalogSong[],
): Promise<void> {
  const newKeys: (typeof importedSongs.$inferInsert)[] = [];
  for (const song of requestedSongs) {
    const { importKey } = song;
    const songId = findSongId(index, song);
    if (!songId || index.idByKey.has(importKey)) continue;
    index.idByKey.set(importKey, songId);
    index.storedKeys.push(importKey);
    newKeys.push({ importKey, songId });
  }
  for (const chunk of toChunks(newKeys)) await tx.insert(importedSongs).values(chunk);
}

/** Identity keys are slow to compute, and each page of an import needs those of all songs. */
const keyCache = new LRUCache<string, string>({ max: 20_000 });

export function getIdentityKey(text: string): string {
  const key = keyCache.get(text) ?? identityKey(text);
  keyCache.set(text, key);
  return key;
}
