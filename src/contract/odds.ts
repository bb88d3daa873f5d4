import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';

/** The chance of a song that was played before. Responses omit all other songs. */
export const songChance = z
  .object({ songId: z.uuid(), chance: z.number().min(0).max(1) })
  .meta({ id: 'SongChance' });
export type SongChance = z.output<typeof songChance>;

export const NEXT_SONGS = 40;

// The model learns from all closed setlists, so any of these changes can affect it.
const MODEL_INPUTS = ['show', 'setlist', 'song'] as const;

export const getShowOdds = endpoint('getShowOdds', {
  method: 'GET',
  path: '/api/shows/{id}/odds',
  tag: 'odds',
  who: 'user',
  summary:
    'Get how likely each song is at an upcoming show, likeliest first; empty if unknown or over',
  params: showParams,
  status: 200,
  returns: z.array(songChance),
  dependsOn: MODEL_INPUTS,
  isSlow: true,
});

export const getNextSongs = endpoint('getNextSongs', {
  method: 'GET',
  path: '/api/shows/{id}/odds/next',
  tag: 'odds',
  who: 'user',
  summary: 'Get the most likely next songs after the setlist so far; empty if unknown or over',
  params: showParams,
  status: 200,
  returns: z.array(songChance).max(NEXT_SONGS),
  dependsOn: [...MODEL_INPUTS, 'sealedSetlist:{id}'],
  isSlow: true,
});

export const getShowCalls = endpoint('getShowCalls', {
  method: 'GET',
  path: '/api/shows/{id}/calls',
  tag: 'odds',
  who: 'user',
  summary: 'Count how many predictions called each song played; empty before the show',
  params: showParams,
  status: 200,
  returns: z.object({
    predictions: z.int(),
    songs: z.array(z.object({ songId: z.uuid(), calls: z.int() })),
  }),
  dependsOn: ['show:{id}', 'setlist:{id}', 'entrants:{id}', 'privacy:{id}'],
});

export function formatCalls(calls: number, predictions: number): string {
  if (calls >= predictions) return 'Everyone called it';
  if (calls === 0) return 'No one else called it';
  if (2 * calls <= predictions) return `1 in ${Math.round(predictions / calls)} called it`;
  return `${Math.min(9, Math.round((10 * calls) / predictions))} in 10 called it`;
}
