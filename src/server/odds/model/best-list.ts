import { assignColumns } from '#contract/assignment.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { POINTS } from '#contract/scoring.ts';
import type { SongChance } from './chances.ts';
import { getCloserShare, getOpenerShare, getPositionShare, type Positions } from './positions.ts';

/** Songs beyond this rank never make the list. */
const MAX_CANDIDATES = 60;

export function findBestList(chances: readonly SongChance[], positions: Positions): string[] {
  const songs = chances.toSorted((a, b) => b.chance - a.chance).slice(0, MAX_CANDIDATES);
  const length = Math.min(MAX_PICKS, songs.length);
  const scores = Array.from({ length }, (_, n) =>
    songs.map(({ song, chance }) => chance * expectPointsIfPlayed(song, n + 1, length, positions)),
  );
  return assignColumns(scores).flatMap((index) => songs[index]?.song ?? []);
}

function expectPointsIfPlayed(
  song: string,
  position: number,
  length: number,
  positions: Positions,
): number {
  const wrongSpot = POINTS['Wrong spot'];
  if (position === 1)
    return wrongSpot + getOpenerShare(positions, song) * (POINTS.Opener - wrongSpot);
  const expectedPoints =
    wrongSpot + getPositionShare(positions, song, position) * (POINTS['Correct spot'] - wrongSpot);
  if (position < length) return expectedPoints;
  return expectedPoints + getCloserShare(positions, song) * (POINTS.Closer - expectedPoints);
}
