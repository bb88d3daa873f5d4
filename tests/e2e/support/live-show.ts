import type { BodyInputOf } from '#contract/endpoint.ts';
import { createPrediction, type Prediction } from '#contract/predictions.ts';
import { addSetlistSong, getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { type Show, type ShowStatus, setShowStatus } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import type { Person } from './people.ts';

type ShowId = Pick<Show, 'id'>;
type SongId = Pick<Song, 'id'>;

export async function predict(
  fan: Person,
  { id: showId }: ShowId,
  songs: readonly SongId[],
): Promise<Prediction> {
  return fan.call(createPrediction, { body: { showId, songIds: songs.map(({ id }) => id) } });
}

export async function setStatus(admin: Person, { id }: ShowId, status: ShowStatus): Promise<void> {
  await admin.call(setShowStatus, { params: { id }, body: { status } });
}

export async function play(
  admin: Person,
  { id }: ShowId,
  songs: readonly SongId[],
  fields: Omit<BodyInputOf<typeof addSetlistSong>, 'songId'> = {},
): Promise<SetlistEntry[]> {
  const rows: SetlistEntry[] = [];
  for (const { id: songId } of songs)
    rows.push(await admin.call(addSetlistSong, { params: { id }, body: { ...fields, songId } }));
  return rows;
}

export async function playWholeShow(
  admin: Person,
  show: ShowId,
  songs: readonly SongId[],
  closer?: SongId,
): Promise<void> {
  await setStatus(admin, show, 'live');
  await play(admin, show, songs);
  if (closer) await play(admin, show, [closer], { isCloser: true });
  await setStatus(admin, show, 'closed');
}

export async function fetchSetlist(admin: Person, { id }: ShowId): Promise<SetlistEntry[]> {
  return admin.call(getSetlist, { params: { id } });
}

export async function listTitles(admin: Person, show: ShowId): Promise<string[]> {
  return (await fetchSetlist(admin, show)).map(({ song }) => song.title);
}
