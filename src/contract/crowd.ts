import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';
import { MAX_PICKS } from './predictions.ts';

/** With fewer sheets, or fewer private ones, the counts would reveal a fan's picks. */
export const MIN_CROWD = 5;

export const crowdSong = z
  .object({
    songId: z.uuid(),
    title: z.string(),
    /** How many sheets have the song: anywhere, as the first pick, as the last pick. */
    calls: z.int(),
    openerCalls: z.int(),
    closerCalls: z.int(),
    /** Calls by position, up to the last position with one. */
    positions: z.array(z.int()).max(MAX_PICKS),
  })
  .meta({ id: 'CrowdSong' });
export type CrowdSong = z.output<typeof crowdSong>;

export const crowd = z
  .object({
    /** Excludes untouched 'Surprise me' sheets, and private ones below `MIN_CROWD`. */
    sheets: z.int(),
    /** Most calls first, then by title. Empty below `MIN_CROWD` sheets. */
    songs: z.array(crowdSong),
  })
  .meta({ id: 'Crowd' });
export type Crowd = z.output<typeof crowd>;

export const NO_CROWD: Crowd = { sheets: 0, songs: [] };

export const getCrowd = endpoint('getCrowd', {
  method: 'GET',
  path: '/api/shows/{id}/crowd',
  tag: 'crowd',
  who: 'user',
  summary: 'Count what the fans called for a show; empty before predictions lock',
  params: showParams,
  status: 200,
  returns: crowd,
  dependsOn: ['show:{id}', 'entrants:{id}', 'privacy:{id}', 'song'],
});

export interface RarestCall {
  title: string;
  calls: number;
}

export interface CrowdResult {
  played: number;
  known: number;
  /** Songs played that at least one fan called, fewest calls first. */
  rarestCalls: RarestCall[];
  missed: string[];
}

export function compareCrowd(
  { songs }: Crowd,
  setlist: readonly { song: { id: string; title: string } }[],
): CrowdResult {
  const playedSongs = new Map(setlist.map(({ song }) => [song.id, song.title]));
  const callsBySong = new Map(songs.map(({ songId, calls }) => [songId, calls]));
  const playedCalls = [...playedSongs].map(([id, title]) => ({
    title,
    calls: callsBySong.get(id) ?? 0,
  }));
  return {
    played: playedSongs.size,
    known: songs.slice(0, MAX_PICKS).filter(({ songId }) => playedSongs.has(songId)).length,
    rarestCalls: playedCalls
      .filter(({ calls }) => calls > 0)
      .sort((a, b) => a.calls - b.calls || compareTitles(a.title, b.title)),
    missed: playedCalls.filter(({ calls }) => calls === 0).map(({ title }) => title),
  };
}

/** Returns the songs that most sheets have as their first or last pick. */
export function listFavorites(
  { songs }: Crowd,
  key: 'openerCalls' | 'closerCalls',
  count: number,
): CrowdSong[] {
  return songs
    .filter((song) => song[key] > 0)
    .sort((a, b) => b[key] - a[key] || compareTitles(a.title, b.title))
    .slice(0, count);
}

/** Rounds to whole percent, but never to 0% or 100% unless it is exact. */
export function formatShare(calls: number, sheets: number): string {
  const percent = Math.round((100 * calls) / sheets);
  if (percent === 0 && calls > 0) return '<1%';
  return percent === 100 && calls < sheets ? '99%' : `${percent}%`;
}

/** Sorts the same way on every server and in every browser. */
export function compareTitles(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
