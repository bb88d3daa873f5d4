import { type Crowd, type CrowdSong, compareTitles, MIN_CROWD, NO_CROWD } from '#contract/crowd.ts';

type SongCounts = Omit<CrowdSong, 'title'>;

export interface CrowdCounts {
  sheets: number;
  counts: readonly SongCounts[];
}

/** How many sheets have the song at the position, and how many as their first or last song. */
export interface PositionCalls {
  songId: string;
  position: number;
  calls: number;
  openerCalls: number;
  closerCalls: number;
}

export function summarizeCrowd(positionCalls: readonly PositionCalls[]): SongCounts[] {
  const counts = new Map<string, SongCounts>();
  for (const { songId, position, calls, openerCalls, closerCalls } of positionCalls) {
    const song = counts.get(songId) ?? {
      ...{ songId, calls: 0, openerCalls: 0, closerCalls: 0 },
      positions: [],
    };
    counts.set(songId, song);
    song.calls += calls;
    song.openerCalls += openerCalls;
    song.closerCalls += closerCalls;
    while (song.positions.length < position) song.positions.push(0);
    song.positions[position - 1] = calls;
  }
  return [...counts.values()];
}

export function toCrowd(
  sheets: number,
  counts: readonly SongCounts[],
  titles: ReadonlyMap<string, string>,
): Crowd {
  if (sheets < MIN_CROWD) return { ...NO_CROWD, sheets };
  const songs = counts
    .map((song) => ({ ...song, title: titles.get(song.songId) ?? '' }))
    .sort((a, b) => b.calls - a.calls || compareTitles(a.title, b.title));
  return { sheets, songs };
}
