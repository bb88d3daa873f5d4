import { z } from 'zod';
import {
  baseVersion,
  endpoint,
  hasChanges,
  idParams,
  NOTHING_TO_CHANGE,
  optionalText,
} from './endpoint.ts';
import { isSupportedYear, SUPPORTED_YEARS } from './local-time.ts';
import { show } from './shows.ts';
import { IDENTITY_KEY_MAX, identityKey, removeIgnorable, visibleText } from './text.ts';

export const RARITIES = ['common', 'uncommon', 'rare', 'very_rare', 'debut'] as const;
export const rarity = z
  .enum(RARITIES, 'Rarity must be common, uncommon, rare, very_rare or debut')
  .meta({ id: 'Rarity' });
export type Rarity = z.output<typeof rarity>;
export const RARITY_LABELS: Record<Rarity, string> = {
  common: 'Common',
  uncommon: 'Uncommon',
  rare: 'Rare',
  very_rare: 'Very rare',
  debut: 'Debut',
};

export const DEFAULT_CATEGORY = 'studio';

/**
 * Statistics include imported plays. `gap` counts the setlists since the last play; with
 * `gapIsMinimum`, that play predates the stored shows. `averagePosition` is a decimal with two
 * places.
 */
export const song = z
  .object({
    id: z.uuid(),
    title: z.string(),
    album: z.string().nullable(),
    rarity,
    category: z.string(),
    firstPlayed: z.iso.datetime().nullable(),
    lastPlayed: z.iso.datetime().nullable(),
    timesPlayed: z.int(),
    averagePosition: z.string().nullable(),
    gap: z.int().nullable(),
    gapIsMinimum: z.boolean(),
    /** Increases when an administrator changes the song, not with its statistics. */
    version: z.int(),
  })
  .meta({ id: 'Song' });
export type Song = z.output<typeof song>;

const LONG_GAP = 100;

/** Returns '104+', for example, if the gap may be larger. */
export function formatGap({ gap, gapIsMinimum }: Pick<Song, 'gap' | 'gapIsMinimum'>) {
  return gap === null ? undefined : `${gap}${gapIsMinimum ? '+' : ''}`;
}

export function hasLongGap({ gap, gapIsMinimum }: Pick<Song, 'gap' | 'gapIsMinimum'>): boolean {
  return (gap ?? 0) > LONG_GAP && !gapIsMinimum;
}

/** Estimates how likely a song is when there are no odds: higher if played often and recently. */
export function rotationWeight({ timesPlayed, gap }: { timesPlayed: number; gap: number }): number {
  return timesPlayed / (gap + ROTATION_SHOWS);
}

/** The approximate number of shows between two performances of a song in rotation. */
const ROTATION_SHOWS = 7;

export const LAST_SHOWS = 10;

export const songShow = show
  .pick({
    id: true,
    name: true,
    venue: true,
    city: true,
    state: true,
    country: true,
    date: true,
    timeZone: true,
  })
  .extend({ positions: z.array(z.int()), isOpener: z.boolean(), isCloser: z.boolean() })
  .meta({ id: 'SongShow' });
export type SongShow = z.output<typeof songShow>;

/** Includes stored setlists only. Months ('2026-08', in each show's zone) and positions ascend. */
export const songHistory = z
  .object({
    song,
    months: z.array(z.object({ month: z.string(), timesPlayed: z.int() })),
    positions: z.array(z.object({ position: z.int(), timesPlayed: z.int() })),
    openerCount: z.int(),
    closerCount: z.int(),
    lastShows: z.array(songShow),
    archives: z.array(z.object({ name: z.string(), url: z.string().nullable() })),
  })
  .meta({ id: 'SongHistory' });
export type SongHistory = z.output<typeof songHistory>;

const playedDate = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    'First and last played must be dates such as 2019-05-01',
  )
  .refine(
    (text) => isSupportedYear(new Date(text)),
    `First and last played must ${SUPPORTED_YEARS}`,
  )
  .nullish();

export const SONG_LENGTHS = { title: 255, album: 255, category: 50 } as const;

/** Rejects invisible characters, because titles that look the same must be the same song. */
export const songTitle = visibleText(SONG_LENGTHS.title, 'Title is required')
  .overwrite((title) => removeIgnorable(title).trim())
  .refine(
    (title) => identityKey(title).length <= IDENTITY_KEY_MAX,
    'Title has too many compound characters',
  )
  .meta({ id: 'SongTitle' });

const songFields = z.object({
  title: songTitle,
  album: optionalText(SONG_LENGTHS.album),
  rarity: rarity.optional(),
  category: optionalText(SONG_LENGTHS.category).transform((name) =>
    name === null ? DEFAULT_CATEGORY : name,
  ),
  firstPlayed: playedDate,
  lastPlayed: playedDate,
});
export const createSongBody = songFields;
export const updateSongBody = songFields
  .partial()
  .extend({ version: baseVersion })
  .refine(hasChanges, NOTHING_TO_CHANGE);

export const listSongs = endpoint('listSongs', {
  method: 'GET',
  path: '/api/songs',
  tag: 'songs',
  who: 'user',
  summary: 'List all songs by title',
  status: 200,
  returns: z.array(song),
  dependsOn: ['song', 'catalogue', 'setlist', 'show'],
});

export const getSongHistory = endpoint('getSongHistory', {
  method: 'GET',
  path: '/api/songs/{id}/history',
  tag: 'songs',
  who: 'user',
  summary: 'Get a song with every show where it was played',
  params: idParams,
  status: 200,
  returns: songHistory,
  dependsOn: ['song:{id}', 'setlist', 'show'],
});

export const createSong = endpoint('createSong', {
  method: 'POST',
  path: '/api/songs',
  tag: 'songs',
  who: 'admin',
  summary: 'Add a song',
  body: createSongBody,
  status: 201,
  returns: song,
});

export const updateSong = endpoint('updateSong', {
  method: 'PATCH',
  path: '/api/songs/{id}',
  tag: 'songs',
  who: 'admin',
  summary: 'Change a song',
  params: idParams,
  body: updateSongBody,
  status: 200,
  returns: song,
});

export const deleteSong = endpoint('deleteSong', {
  method: 'DELETE',
  path: '/api/songs/{id}',
  tag: 'songs',
  who: 'admin',
  summary: 'Delete a song; predictions and setlists keep an empty row in its place',
  params: idParams,
  status: 204,
});
