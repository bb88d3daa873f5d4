import type { Change } from '#contract/freshness.ts';
import type { Tx } from '../db/open.ts';
import { findOrCreateSong } from '../songs/save-song.ts';
import { requireSong } from './queries.ts';

export interface SongName {
  songId: string;
  changes: Change[];
}

/** The song that a row names by id or by title. A new title creates the song. */
export async function findSongByName(
  tx: Tx,
  { songId, title }: { songId?: string | undefined; title?: string | undefined },
  by: { actorId: string; now: number },
): Promise<SongName> {
  if (title === undefined) return { songId: await requireSong(tx, songId), changes: [] };
  const song = await findOrCreateSong(tx, title, by);
  const created: Change = { topic: 'catalogue', subjectId: song.id, version: 0 };
  return { songId: song.id, changes: song.isNew ? [created] : [] };
}
