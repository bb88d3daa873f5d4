import { deleteShow, listShows } from '#contract/shows.ts';
import { deleteSong, listSongs } from '#contract/songs.ts';
import type { Person } from './people.ts';

/**
 * Records the shows and songs that exist. The returned function deletes all others, so the next
 * file starts with the same site.
 */
export async function snapshotSite(admin: Person): Promise<() => Promise<void>> {
  const knownRows = new Set<string>();
  const list = async () => ({
    shows: await admin.call(listShows),
    songs: await admin.call(listSongs),
  });
  const { shows, songs } = await list();
  for (const { id } of [...shows, ...songs]) knownRows.add(id);
  return async () => {
    const now = await list();
    for (const { id } of now.shows)
      if (!knownRows.has(id)) await admin.call(deleteShow, { params: { id } });
    for (const { id } of now.songs)
      if (!knownRows.has(id)) await admin.call(deleteSong, { params: { id } });
  };
}
