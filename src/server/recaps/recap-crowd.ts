import { type Crowd, compareCrowd, compareTitles } from '#contract/crowd.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { type BestCall, type CalledSong, RECAP_ROWS, type ShowRecap } from '#contract/recaps.ts';
import type { ScoredPick } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';

/** Returns null below `MIN_CROWD` sheets. */
export function summarizeCrowd(
  crowd: Crowd,
  setlist: readonly Pick<SetlistEntry, 'song'>[],
): ShowRecap['crowd'] {
  if (crowd.songs.length === 0) return null;
  const calledSongs = crowd.songs.map(({ songId, title, calls }) => ({ songId, title, calls }));
  const playedIds = new Set(setlist.map(({ song }) => song.id));
  const { played, known, missed: uncalled } = compareCrowd(crowd, setlist);
  return {
    ...{ sheets: crowd.sheets, played, known },
    got: calledSongs.filter(({ songId }) => playedIds.has(songId)).slice(0, RECAP_ROWS),
    missed: calledSongs.filter(({ songId }) => !playedIds.has(songId)).slice(0, RECAP_ROWS),
    rarestCalls: listCorrectCalls(crowd, setlist).slice(0, RECAP_ROWS),
    uncalled: uncalled.slice(0, MAX_PICKS),
  };
}

/** Sorts by calls, fewest first. */
export function listCorrectCalls(
  { songs }: Crowd,
  setlist: readonly Pick<SetlistEntry, 'song'>[],
): CalledSong[] {
  const playedIds = new Set(setlist.map(({ song }) => song.id));
  return songs
    .filter(({ songId }) => playedIds.has(songId))
    .map(({ songId, title, calls }) => ({ songId, title, calls }))
    .sort((a, b) => a.calls - b.calls || compareTitles(a.title, b.title));
}

export interface TitledPick extends ScoredPick {
  title: string;
}

/** Returns the played pick with the fewest calls, then the most points. */
export function findBestCall(picks: readonly TitledPick[], crowd: Crowd): BestCall | null {
  const { sheets, songs } = crowd;
  const callsBySong = new Map(songs.map(({ songId, calls }) => [songId, calls]));
  const [best] = picks
    .filter(({ outcome }) => outcome !== 'Not played')
    .map(({ songId, title, points }) => ({ title, points, calls: callsBySong.get(songId) ?? 0 }))
    .sort((a, b) => a.calls - b.calls || b.points - a.points || compareTitles(a.title, b.title));
  if (!best) return null;
  const { calls, ...call } = best;
  return { ...call, crowd: songs.length > 0 ? { calls, sheets } : null };
}
