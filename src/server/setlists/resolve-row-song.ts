import type { ChangeScope } from '../changes/run-change.ts';
import { findOrCreateSong } from '../songs/save-song.ts';
import { requireSong } from './queries.ts';

/** Returns the song's ID. Creates a song for a new title. */
export async function resolveRowSong(
  scope: ChangeScope,
  { songId, title }: { songId?: string | undefined; title?: string | undefined },
  now: number,
): Promise<string> {
  if (title === undefined) return requireSong(scope.tx, songId);
  return findOrCreateSong(scope, title, now);
}
