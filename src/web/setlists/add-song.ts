import type { BodyInputOf } from '#contract/endpoint.ts';
import { addSetlistSong, getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { call } from '#web/http/call.ts';
import { HttpError } from '#web/http/http-error.ts';

export type NewSong = BodyInputOf<typeof addSetlistSong> & { position: number };

/**
 * Adds a song at a position. Where the line broke before an answer came, the setlist tells whether
 * it was added all the same: whoever tries again in a hall without reception must not add it twice.
 */
export async function addSong(showId: string, body: NewSong): Promise<SetlistEntry> {
  const params = { id: showId };
  try {
    return await call(addSetlistSong, { params, body });
  } catch (error) {
    if (error instanceof HttpError || body.insert) throw error;
    const rows = await call(getSetlist, { params }).catch(() => []);
    const added = rows.find(({ position, songId }) => {
      return position === body.position && songId === body.songId;
    });
    if (!added) throw error;
    return added;
  }
}
