import { deleteShow, listShows } from '#contract/shows.ts';
import { deleteSong, listSongs } from '#contract/songs.ts';
import type { Person } from './people.ts';

/** The returned function deletes all shows and songs that were added in the meantime. */
export async function snapshotSite(admin: Person): Promise<() => Promise<void>> {
  const knownIds = new Set<string>();
  const fetchSite = async () => ({
    shows: await admin.call(listShows),
    songs: await admin.call(listSongs),
  });
  const { shows, songs } = await fetchSite();
  for (const { id } of [...shows, ...songs]) knownIds.add(id);
  return async () => {
    const currentSite = await fetchSite();
    for (const { id } of currentSite.shows)
      if (!knownIds.has(id)) await admin.call(deleteShow, { params: { id } });
    for (const { id } of currentSite.songs)
      if (!knownIds.has(id)) await admin.call(deleteSong, { params: { id } });
  };
}
