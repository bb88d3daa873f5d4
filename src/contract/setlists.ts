import { z } from 'zod';
import {
  baseVersion,
  baseVersionQuery,
  endpoint,
  hasChanges,
  id,
  NOTHING_TO_CHANGE,
  optionalText,
  showParams,
} from './endpoint.ts';
import { songTitle } from './songs.ts';
import { isSource } from './source.ts';

export const EXPECTED_SETLIST_LENGTH = 23;

export const BREAKS = ['set', 'encore'] as const;
const breakAfter = z.enum(BREAKS, 'Break must be set or encore');
export type Break = z.output<typeof breakAfter>;
export const BREAK_LABELS: Record<Break, string> = {
  set: 'Set break',
  encore: 'Waiting for the encore',
};

/** A song that was played. Positions start at 1 and continue across sets. */
export const setlistEntry = z
  .object({
    id: z.uuid(),
    showId: z.uuid(),
    songId: z.uuid(),
    position: z.int(),
    /** Null unless the show was live at the time of entry. */
    playedAt: z.iso.datetime().nullable(),
    isCloser: z.boolean(),
    notes: z.string().nullable(),
    /** 'Set 1', 'Encore'; null if the band plays one unnamed set. */
    setLabel: z.string().nullable(),
    segue: z.boolean(),
    breakAfter: breakAfter.nullable(),
    source: z.string().nullable(),
    /** Increases when this row is changed or moved, not when others shift it. */
    version: z.int(),
    song: z.object({ id: z.uuid(), title: z.string() }),
  })
  .meta({ id: 'SetlistEntry' });
export type SetlistEntry = z.output<typeof setlistEntry>;

export const POSITION_MAX = 1000;
export const NOTES_MAX = 2000;
export const SET_LABEL_MAX = 50;
export const SOURCE_MAX = 200;
export const SOURCE_INVALID = 'Source must be a short text or a link that starts with https://';

const position = z
  .int('Position must be a whole number of at least 1')
  .min(1, 'Position must be a whole number of at least 1')
  .max(POSITION_MAX, `Position must be a whole number from 1 to ${POSITION_MAX}`);

const entryFields = z.object({
  songId: id('Please select a song'),
  position: position.optional(),
  isCloser: z.boolean().optional(),
  notes: optionalText(NOTES_MAX),
  setLabel: optionalText(SET_LABEL_MAX),
  segue: z.boolean().optional(),
  breakAfter: breakAfter.nullable().optional(),
  source: optionalText(SOURCE_MAX).refine(isSource, SOURCE_INVALID),
});

/**
 * `position`: absent or beyond the end appends; a taken one gets 409, unless `insert` shifts the
 * rows. `id`: from the caller, so a retry doesn't add the row twice. `timesSeen`: how often the
 * caller saw the song; 409 if it occurs more often. If absent, only entries by another
 * administrator within `JUST_ENTERED_MS` conflict. `title`: creates the song unless it exists.
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

/** Within this time, the same song from a second administrator is assumed to be the same play. */
export const JUST_ENTERED_MS = 30_000;

/**
 * `position` moves the row, at most to the end, and shifts rows as far as the next gap. `restOfSet`
 * also moves the rows after it in its set to the new `setLabel`.
 */
export const updateSetlistSongBody = entryFields
  .partial()
  .extend({
    title: songTitle.optional(),
    swapWith: id('Unknown setlist song').optional(),
    restOfSet: z.boolean().optional(),
    version: baseVersion,
  })
  .refine(hasChanges, NOTHING_TO_CHANGE)
  .refine(({ songId, title }) => songId === undefined || title === undefined, {
    error: 'Please select a song',
  })
  .refine(({ restOfSet, setLabel }) => !restOfSet || setLabel !== undefined, {
    error: 'Name the set that the rest of this set moves to',
  })
  .refine(
    ({ position, swapWith }) => position === undefined || swapWith === undefined,
    'Move a row to a position or swap it with another row, not both',
  );

/** Returns `row` and the rows after it in its set. `rows` must be sorted. */
export function restOfSet<Row extends Pick<SetlistEntry, 'setLabel'>>(
  rows: readonly Row[],
  row: Row,
): Row[] {
  const start = rows.indexOf(row);
  const end = rows.findIndex(({ setLabel }, index) => index > start && setLabel !== row.setLabel);
  return rows.slice(start, end < 0 ? undefined : end);
}

/** Contains a UUID from the caller. A retry with the same one isn't applied again. */
export const REQUEST_ID_HEADER = 'Idempotency-Key';

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
  who: 'scribe',
  summary: 'Add a song to the setlist',
  params: showParams,
  body: addSetlistSongBody,
  status: 201,
  returns: setlistEntry,
  returnsChangeId: true,
});

export const updateSetlistSong = endpoint('updateSetlistSong', {
  method: 'PATCH',
  path: '/api/shows/{id}/setlist/{setlistSongId}',
  tag: 'setlists',
  who: 'scribe',
  summary: 'Change, move or replace a row of the setlist',
  params: entryParams,
  body: updateSetlistSongBody,
  status: 200,
  returns: setlistEntry,
  returnsChangeId: true,
});

export const removeSetlistSong = endpoint('removeSetlistSong', {
  method: 'DELETE',
  path: '/api/shows/{id}/setlist/{setlistSongId}',
  tag: 'setlists',
  who: 'scribe',
  summary: 'Remove a row; the rows after it move up',
  params: entryParams,
  query: baseVersionQuery,
  status: 204,
  returnsChangeId: true,
});

/** The range of song counts, without the shortest and longest 5% of shows. */
export const typicalLength = z.object({ from: z.int(), to: z.int() }).meta({ id: 'UsualLength' });
export type TypicalLength = z.output<typeof typicalLength>;

export const getUsualLength = endpoint('getUsualLength', {
  method: 'GET',
  path: '/api/shows/{id}/setlist/usual-length',
  tag: 'setlists',
  who: 'scribe',
  summary: 'Get how many songs earlier shows had; 204 if unknown',
  params: showParams,
  status: 200,
  returns: typicalLength,
  mayBeEmpty: true,
  dependsOn: ['setlist', 'show', 'song'],
});

export const getSetlistCredits = endpoint('getSetlistCredits', {
  method: 'GET',
  path: '/api/shows/{id}/setlist/credits',
  tag: 'setlists',
  who: 'user',
  summary: "List who entered a show's setlist, first entry first; empty while fans can't see it",
  params: showParams,
  status: 200,
  returns: z.array(z.object({ username: z.string() })),
  dependsOn: ['credits:{id}', 'sealedSetlist:{id}', 'show:{id}', 'username'],
});
