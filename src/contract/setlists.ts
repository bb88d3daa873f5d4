import { z } from 'zod';
import { endpoint, id, idParams, optionalText } from './endpoint.ts';

/** About how many songs a show has where the band pack names no other length: 'Song n of ~23'. */
export const EXPECTED_SETLIST_LENGTH = 23;

/** One song of what was really played. Positions count from 1 over the whole show. */
export const setlistEntry = z.object({
  id: z.uuid(),
  showId: z.uuid(),
  songId: z.uuid(),
  position: z.int(),
  playedAt: z.iso.datetime().nullable(),
  isCloser: z.boolean(),
  notes: z.string().nullable(),
  /** 'Set 1', 'Encore'; null where the band plays one set without a name. */
  setLabel: z.string().nullable(),
  song: z.object({ id: z.uuid(), title: z.string() }),
});
export type SetlistEntry = z.output<typeof setlistEntry>;

const position = z
  .int('Position must be a whole number from 1')
  .min(1, 'Position must be a whole number from 1')
  .max(1000, 'Position must be a whole number from 1 to 1000');

const entryFields = z.object({
  songId: id('Please select a song'),
  position: position.optional(),
  isCloser: z.boolean().optional(),
  notes: optionalText(2000),
  setLabel: optionalText(50),
});

/**
 * `position` left out: appended. Taken: 409, unless `insert` asks for the rows from there on to
 * move down by one. Beyond the next: appended, and the answer says where.
 */
export const addSetlistSongBody = entryFields.extend({ insert: z.boolean().optional() });

/** A new `position` moves the row there (at most to the end); a new `songId` replaces its song. */
export const updateSetlistSongBody = entryFields.partial();

const entryParams = z.object({ id: id(), setlistSongId: id() });

export const getSetlist = endpoint({
  method: 'GET',
  path: '/api/shows/{id}/setlist',
  who: 'user',
  summary: "A show's setlist in order",
  params: idParams,
  status: 200,
  returns: z.array(setlistEntry),
});

export const addSetlistSong = endpoint({
  method: 'POST',
  path: '/api/shows/{id}/setlist',
  who: 'admin',
  summary: 'Add a song to the setlist',
  params: idParams,
  body: addSetlistSongBody,
  status: 201,
  returns: setlistEntry,
});

export const updateSetlistSong = endpoint({
  method: 'PATCH',
  path: '/api/shows/{id}/setlist/{setlistSongId}',
  who: 'admin',
  summary: 'Change, move or replace a row of the setlist',
  params: entryParams,
  body: updateSetlistSongBody,
  status: 200,
  returns: setlistEntry,
});

export const removeSetlistSong = endpoint({
  method: 'DELETE',
  path: '/api/shows/{id}/setlist/{setlistSongId}',
  who: 'admin',
  summary: 'Remove a row; the rows after it close the gap',
  params: entryParams,
  status: 204,
});

export const undoSetlistChange = endpoint({
  method: 'POST',
  path: '/api/shows/{id}/setlist/undo',
  who: 'admin',
  summary: 'Take back the last change of the setlist; 409 when there is none',
  params: idParams,
  status: 200,
  returns: z.array(setlistEntry),
});
