import { z } from 'zod';
import { endpoint, idParams, optionalText } from './endpoint.ts';

export const RARITIES = ['common', 'uncommon', 'rare', 'very_rare', 'debut'] as const;
export const rarity = z.enum(RARITIES, 'Rarity must be common, uncommon, rare, very_rare or debut');
export type Rarity = z.output<typeof rarity>;

export const DEFAULT_CATEGORY = 'studio';

/**
 * A song with its figures: what it was imported with plus what the setlists here say.
 * `averagePosition` is a decimal of two places, as text. `gap` counts the shows with a setlist
 * since it was last played (0: played at the latest one); null when it never was.
 */
export const song = z.object({
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
});
export type Song = z.output<typeof song>;

const playedDate = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    'First and last played must be dates such as 2019-05-01',
  )
  .refine(isOfOurTimes, 'First and last played must lie in the years 1900 to 2200')
  .nullish();

function isOfOurTimes(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1900 && year <= 2200;
}

const songFields = z.object({
  title: z
    .string('Title is required')
    .trim()
    .min(1, 'Title is required')
    .max(255, 'At most 255 characters'),
  album: optionalText(255),
  rarity: rarity.optional(),
  category: z.string().trim().min(1).max(50, 'At most 50 characters').optional(),
  firstPlayed: playedDate,
  lastPlayed: playedDate,
});
export const createSongBody = songFields;
export const updateSongBody = songFields.partial();

export const listSongs = endpoint({
  method: 'GET',
  path: '/api/songs',
  who: 'user',
  summary: 'All songs by title',
  status: 200,
  returns: z.array(song),
});

export const createSong = endpoint({
  method: 'POST',
  path: '/api/songs',
  who: 'admin',
  summary: 'Add a song',
  body: createSongBody,
  status: 201,
  returns: song,
});

export const updateSong = endpoint({
  method: 'PATCH',
  path: '/api/songs/{id}',
  who: 'admin',
  summary: 'Change a song',
  params: idParams,
  body: updateSongBody,
  status: 200,
  returns: song,
});

export const deleteSong = endpoint({
  method: 'DELETE',
  path: '/api/songs/{id}',
  who: 'admin',
  summary: 'Delete a song; it leaves a hole in predictions and setlists',
  params: idParams,
  status: 204,
});
