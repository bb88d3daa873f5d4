import { createPrediction, type Prediction } from '#contract/predictions.ts';
import { addSetlistSong, type SetlistEntry } from '#contract/setlists.ts';
import { type Show, type ShowStatus, setShowStatus } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import type { Person } from './people.ts';

type Picked = Pick<Song, 'id'>;

/** What fans and an administrator do on a show's night, at the API. */
export async function predict(
  fan: Person,
  { id: showId }: Pick<Show, 'id'>,
  songs: readonly Picked[],
): Promise<Prediction> {
  return fan.call(createPrediction, { body: { showId, songIds: songs.map(({ id }) => id) } });
}

export async function setStatus(admin: Person, { id }: Show, status: ShowStatus): Promise<void> {
  await admin.call(setShowStatus, { params: { id }, body: { status } });
}

/** Adds songs to the setlist, one after the other. */
export async function play(
  admin: Person,
  { id }: Show,
  songs: readonly Picked[],
): Promise<SetlistEntry[]> {
  const rows: SetlistEntry[] = [];
  for (const { id: songId } of songs)
    rows.push(await admin.call(addSetlistSong, { params: { id }, body: { songId } }));
  return rows;
}
