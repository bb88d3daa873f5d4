import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';
import { songChance } from './odds.ts';
import { show } from './shows.ts';
import { song } from './songs.ts';

export const sheetSong = song
  .pick({
    id: true,
    title: true,
    album: true,
    timesPlayed: true,
    lastPlayed: true,
    averagePosition: true,
    gap: true,
    gapIsMinimum: true,
  })
  .meta({ id: 'SheetSong' });
export type SheetSong = z.output<typeof sheetSong>;

export const nextSheet = z
  .object({
    show: show.omit({ version: true }).nullable(),
    songs: z.array(sheetSong),
  })
  .meta({ id: 'NextSheet' });
export type NextSheet = z.output<typeof nextSheet>;

export const getNextSheet = endpoint('getNextSheet', {
  method: 'GET',
  path: '/api/next-sheet',
  tag: 'predictions',
  who: 'anyone',
  summary: 'Get the next show that accepts predictions, and the songs to choose from',
  status: 200,
  returns: nextSheet,
  dependsOn: ['show', 'setlist', 'song', 'catalogue'],
});

/** Separate, because computing the odds after a change can take a minute. */
export const getNextSheetOdds = endpoint('getNextSheetOdds', {
  method: 'GET',
  path: '/api/next-sheet/{id}/odds',
  tag: 'odds',
  who: 'anyone',
  summary: 'Get how likely each song is at the next show that accepts predictions; 404 for others',
  params: showParams,
  status: 200,
  returns: z.array(songChance),
  dependsOn: ['show', 'setlist', 'song'],
  isSlow: true,
});
