import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { DEFAULT_CATEGORY } from '#contract/songs.ts';
import { IDENTITY_KEY_MAX, identityKey } from '#contract/text.ts';
import { chunksOf } from '../db/chunks.ts';
import type { DbOrTx } from '../db/open.ts';
import { importedSongs } from '../db/schema/imports.ts';
import { songs } from '../db/schema/songs.ts';
import type { Tx } from '../db/transaction.ts';
import type { ArchiveSong } from './archive.ts';

const COVERS = 'cover';

export interface Catalogue {
  titles: Map<string, string>;
  idByTitle: Map<string, string>;
  idByKey: Map<string, string>;
  remembered: string[];
}

/** Each page of an import reads all songs, and keys are slow to compute. */
const keys = new LRUCache<string, string>({ max: 20_000 });

function keyOf(text: string): string {
  const key = keys.get(text) ?? identityKey(text);
  keys.set(text, key);
  return key;
}

export async function readCatalogue(db: DbOrTx): Promise<Catalogue> {
  const there = await db
    .select({ id: songs.id, title: songs.title, importKey: songs.importKey })
    .from(songs);
  const recognised = await db.select().from(importedSongs);
  return {
    titles: new Map(there.map(({ id, title }) => [id, title])),
    idByTitle: new Map(there.map(({ id, title }) => [keyOf(title), id])),
    idByKey: new Map([
      ...there.flatMap(({ id, importKey }) => (importKey ? [[importKey, id] as const] : [])),
      ...recognised.map(({ songId, importKey }) => [importKey, songId] as const),
    ]),
    remembered: [],
  };
}

/** Matches by import key first, so a renamed song still matches, then by title. */
export function findSongId(
  { idByKey, idByTitle }: Catalogue,
  source: string,
  { key, title }: Pick<ArchiveSong, 'key' | 'title'>,
): string | undefined {
  if (title === null) return undefined;
  return idByKey.get(songKeyOf(source, key)) ?? idByTitle.get(keyOf(fitting(title)));
}

/** Stores the keys of songs matched by title, so they still match after a rename. */
export async function rememberSongs(
  tx: Tx,
  catalogue: Catalogue,
  source: string,
  wanted: readonly ArchiveSong[],
): Promise<void> {
  const { idByKey } = catalogue;
  const recognised: (typeof importedSongs.$inferInsert)[] = [];
  for (const song of wanted) {
    const importKey = songKeyOf(source, song.key);
    const songId = findSongId(catalogue, source, song);
    if (!songId || idByKey.has(importKey)) continue;
    idByKey.set(importKey, songId);
    recognised.push({ importKey, songId });
    catalogue.remembered.push(importKey);
  }
  for (const chunk of chunksOf(recognised)) await tx.insert(importedSongs).values(chunk);
}

/** Returns how many songs were new. Call it before writing setlists. */
export async function addMissingSongs(
  tx: Tx,
  catalogue: Catalogue,
  source: string,
  wanted: readonly ArchiveSong[],
): Promise<number> {
  const missing: (typeof songs.$inferInsert)[] = [];
  for (const song of wanted) {
    if (song.title === null || findSongId(catalogue, source, song)) continue;
    const [id, importKey] = [randomUUID(), songKeyOf(source, song.key)];
    const title = fitting(song.title);
    catalogue.titles.set(id, title);
    catalogue.idByTitle.set(keyOf(title), id);
    catalogue.idByKey.set(importKey, id);
    const category = song.isCover ? COVERS : DEFAULT_CATEGORY;
    missing.push({ id, importKey, title, category });
  }
  for (const chunk of chunksOf(missing)) await tx.insert(songs).values(chunk);
  await rememberSongs(tx, catalogue, source, wanted);
  return missing.length;
}

/** NFKC can expand one character to many, and PostgreSQL limits the size of index entries. */
function fitting(title: string): string {
  return keyOf(title).length <= IDENTITY_KEY_MAX ? title : title.slice(0, 40);
}

/** Prefix of archives' import keys. Only songs with it get a computed rarity. */
export const ARCHIVE_KEY = 'archive:';

/** The prefix and a title of full length would exceed the column. */
function songKeyOf(source: string, key: string): string {
  const plain = keyOf(key);
  const isShort = key.length <= 100 && plain.length <= 100;
  return `${ARCHIVE_KEY}${source}:${isShort ? plain : hashOf(key)}`;
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
