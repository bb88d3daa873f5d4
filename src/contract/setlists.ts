import { z } from 'zod';
import {
  baseVersion,
  baseVersionQuery,
  endpoint,
  id,
  NOTHING_TO_CHANGE,
  namesAChange,
  optionalText,
  showParams,
} from './endpoint.ts';
import { songTitle } from './songs.ts';

/** About how many songs a show has where the band pack names no other length: 'Song n of ~23'. */
export const EXPECTED_SETLIST_LENGTH = 23;

/** What a band goes off for: the set break, and the wait for an encore. */
export const BREAKS = ['set', 'encore'] as const;
const breakAfter = z.enum(BREAKS, 'Break must be set or encore');
export type Break = z.output<typeof breakAfter>;
/** What fans read meanwhile. */
export const BREAK_TEXTS: Record<Break, string> = {
  set: 'Set break',
  encore: 'Waiting for the encore',
};

/** One song of what was really played. Positions count from 1 over the whole show. */
export const setlistEntry = z
  .object({
    id: z.uuid(),
    showId: z.uuid(),
    songId: z.uuid(),
    position: z.int(),
    /** When it was entered, if the show was live then. */
    playedAt: z.iso.datetime().nullable(),
    isCloser: z.boolean(),
    notes: z.string().nullable(),
    /** 'Set 1', 'Encore'; null where the band plays one set without a name. */
    setLabel: z.string().nullable(),
    /** It ran into the next song without a stop: '>'. */
    segue: z.boolean(),
    /** What the band went off for after it. */
    breakAfter: breakAfter.nullable(),
    /** Grows when this very row is changed or moved, not when others push it along. */
    version: z.int(),
    song: z.object({ id: z.uuid(), title: z.string() }),
  })
  .meta({ id: 'SetlistEntry' });
export type SetlistEntry = z.output<typeof setlistEntry>;

/** A setlist's places are asked for from 1 to this. */
export const POSITION_MAX = 1000;
export const NOTES_MAX = 2000;
export const SET_LABEL_MAX = 50;

const position = z
  .int('Position must be a whole number from 1')
  .min(1, 'Position must be a whole number from 1')
  .max(POSITION_MAX, `Position must be a whole number from 1 to ${POSITION_MAX}`);

const entryFields = z.object({
  songId: id('Please select a song'),
  position: position.optional(),
  isCloser: z.boolean().optional(),
  notes: optionalText(NOTES_MAX),
  setLabel: optionalText(SET_LABEL_MAX),
  segue: z.boolean().optional(),
  breakAfter: breakAfter.nullable().optional(),
});

/**
 * `position` left out: appended. Taken: 409, unless `insert` asks for the rows from there on to
 * move down by one. Beyond the next: appended, and the answer says where.
 *
 * `id` is the new row's, chosen by the caller: sending the same again adds nothing twice.
 *
 * `timesSeen` is how often the caller saw this song in the setlist: if it is there more often, 409
 * says who has entered it. Left out, that is said only of what another administrator entered within
 * the last `JUST_ENTERED_MS`.
 *
 * `title` in place of `songId` is for a song that nobody has entered yet: it is created, unless one
 * of this title is there.
 */
export const addSetlistSongBody = entryFields
  .extend({
    songId: entryFields.shape.songId.optional(),
    title: songTitle.optional(),
    id: id().optional(),
    insert: z.boolean().optional(),
    timesSeen: z.int('Times seen must be a whole number').min(0).optional(),
  })
  .refine(({ songId, title }) => (songId === undefined) !== (title === undefined), {
    error: 'Please select a song',
  });

/** How long the same song, sent by a second administrator, is taken for the same play of it. */
export const JUST_ENTERED_MS = 30_000;

/**
 * A new `position` moves the row there (at most to the end); where that is taken, the rows between
 * make room as far as the next free place. `swapWith` is the row with which it changes places. A new
 * `songId` replaces its song; `title` does, as in an addition. With `restOfSet` the rows of its set behind
 * it go along into the set of the new `setLabel`.
 */
export const updateSetlistSongBody = entryFields
  .partial()
  .extend({
    title: songTitle.optional(),
    swapWith: id('Unknown setlist song').optional(),
    restOfSet: z.boolean().optional(),
    version: baseVersion,
  })
  .refine(namesAChange, NOTHING_TO_CHANGE)
  .refine(({ songId, title }) => songId === undefined || title === undefined, {
    error: 'Please select a song',
  })
  .refine(({ restOfSet, setLabel }) => !restOfSet || setLabel !== undefined, {
    error: 'The rest of a set goes along into a set that is named',
  })
  .refine(
    ({ position, swapWith }) => position === undefined || swapWith === undefined,
    'A row goes to a position or changes places with another, not both',
  );

/** Where a set begins with this row: it, and those of its own set behind it. Rows come in order. */
export function restOfSet<Row extends Pick<SetlistEntry, 'setLabel'>>(
  rows: readonly Row[],
  row: Row,
): Row[] {
  const from = rows.indexOf(row);
  const next = rows.findIndex(({ setLabel }, at) => at > from && setLabel !== row.setLabel);
  return rows.slice(from, next < 0 ? undefined : next);
}

/** Answers of changes name by this header the change that they made: what `undo` takes back. */
export const CHANGE_ID_HEADER = 'X-Change-Id';

/**
 * A change of a setlist may be given a name of the caller's own, a UUID, by this header: the same sent
 * again, as no answer had come, is not made again.
 */
export const REQUEST_ID_HEADER = 'Idempotency-Key';

/** Without `changeId`: the latest change that can be taken back. */
export const undoSetlistChangeBody = z
  .object({ changeId: z.int().min(1).optional() })
  .nullish()
  .meta({ id: 'UndoSetlistChangeBody' });

const entryParams = showParams.extend({ setlistSongId: id('Setlist song not found.') });

export const getSetlist = endpoint('getSetlist', {
  method: 'GET',
  path: '/api/shows/{id}/setlist',
  tag: 'setlists',
  who: 'user',
  summary:
    "Get a show's setlist in order; empty for fans until predictions lock or the show goes live",
  params: showParams,
  status: 200,
  returns: z.array(setlistEntry),
  dependsOn: ['show:{id}', 'setlist:{id}', 'sealedSetlist:{id}', 'song'],
});

export const addSetlistSong = endpoint('addSetlistSong', {
  method: 'POST',
  path: '/api/shows/{id}/setlist',
  tag: 'setlists',
  who: 'admin',
  summary: 'Add a song to the setlist',
  params: showParams,
  body: addSetlistSongBody,
  status: 201,
  returns: setlistEntry,
  namesItsChange: true,
});

export const updateSetlistSong = endpoint('updateSetlistSong', {
  method: 'PATCH',
  path: '/api/shows/{id}/setlist/{setlistSongId}',
  tag: 'setlists',
  who: 'admin',
  summary: 'Change, move or replace a row of the setlist',
  params: entryParams,
  body: updateSetlistSongBody,
  status: 200,
  returns: setlistEntry,
  namesItsChange: true,
});

export const removeSetlistSong = endpoint('removeSetlistSong', {
  method: 'DELETE',
  path: '/api/shows/{id}/setlist/{setlistSongId}',
  tag: 'setlists',
  who: 'admin',
  summary: 'Remove a row; the rows after it move up',
  params: entryParams,
  query: baseVersionQuery,
  status: 204,
  namesItsChange: true,
});

export const getLastSetlistChange = endpoint('getLastSetlistChange', {
  method: 'GET',
  path: '/api/shows/{id}/setlist/undo',
  tag: 'setlists',
  who: 'admin',
  summary: 'Preview what an undo would revert',
  params: showParams,
  status: 200,
  /** `what` goes on 'Undo: …', as in 'added “Ember”'. */
  returns: z.object({ changeId: z.int(), what: z.string() }),
  mayBeEmpty: true,
  dependsOn: ['setlist:{id}', 'sealedSetlist:{id}', 'song'],
});

export const undoSetlistChange = endpoint('undoSetlistChange', {
  method: 'POST',
  path: '/api/shows/{id}/setlist/undo',
  tag: 'setlists',
  who: 'admin',
  summary: 'Undo the last change of the setlist, or the given one; 409 if that is impossible',
  params: showParams,
  body: undoSetlistChangeBody,
  status: 200,
  returns: z.array(setlistEntry),
  namesItsChange: true,
});

/** How many songs nearly all shows have: of a hundred, five are shorter, and five are longer. */
export const usualLength = z.object({ from: z.int(), to: z.int() }).meta({ id: 'UsualLength' });
export type UsualLength = z.output<typeof usualLength>;

export const getUsualLength = endpoint('getUsualLength', {
  method: 'GET',
  path: '/api/shows/{id}/setlist/usual-length',
  tag: 'setlists',
  who: 'admin',
  summary: 'Get how many songs earlier shows had; 204 if unknown',
  params: showParams,
  status: 200,
  returns: usualLength,
  mayBeEmpty: true,
  dependsOn: ['setlist', 'show', 'song'],
});
