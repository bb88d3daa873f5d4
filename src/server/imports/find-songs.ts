import { createHash, randomUUID } from 'node:crypto';
import { DEFAULT_CATEGORY } from '#contract/songs.ts';
import { IDENTITY_KEY_MAX, identityKey } from '#contract/text.ts';
import type { Tx } from '../db/open.ts';
import { songs } from '../db/schema.ts';
import { chunksOf } from '../setup/initialize.ts';
import type { ArchiveSong } from './archive.ts';

/** What songs that are no originals are filed under. */
const COVERS = 'cover';

/**
 * The id of each song by its archive's key: of one that came from there before, whatever it is called
 * now; else of the song of that title; else of a new one. `added` is how many are new.
 */
export async function findSongIds(
  tx: Tx,
  source: string,
  wanted: readonly ArchiveSong[],
): Promise<{ ids: Map<string, string>; added: number }> {
  const there = await tx
    .select({ id: songs.id, title: songs.title, importKey: songs.importKey })
    .from(songs);
  const byTitle = new Map(there.map(({ id, title }) => [identityKey(title), id]));
  const byImportKey = new Map(there.map(({ id, importKey }) => [importKey, id]));
  const ids = new Map<string, string>();
  const missing: (typeof songs.$inferInsert)[] = [];
  for (const { key, title: written, isCover } of wanted) {
    if (written === null || ids.has(key)) continue;
    const title = fitting(written);
    const importKey = songKeyOf(source, key);
    const known = byImportKey.get(importKey) ?? byTitle.get(identityKey(title));
    const id = known ?? randomUUID();
    ids.set(key, id);
    if (known) continue;
    byTitle.set(identityKey(title), id);
    missing.push({ id, importKey, title, category: isCover ? COVERS : DEFAULT_CATEGORY });
  }
  for (const chunk of chunksOf(missing)) await tx.insert(songs).values(chunk);
  return { ids, added: missing.length };
}

/** One letter can unfold into many; PostgreSQL's index takes no more than it can hold. */
function fitting(title: string): string {
  return identityKey(title).length <= IDENTITY_KEY_MAX ? title : title.slice(0, 40);
}

/** Marks the shows and songs that an archive brought: rarities are counted of these songs alone. */
export const ARCHIVE_KEY = 'archive:';

/** A title may be as long as the column. */
function songKeyOf(source: string, key: string): string {
  return `${ARCHIVE_KEY}${source}:${key.length <= 100 ? identityKey(key) : hashOf(key)}`;
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
