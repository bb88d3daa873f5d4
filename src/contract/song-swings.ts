import {
  addRow,
  estimateShowLength,
  getNextPosition,
  listFuturePositions,
} from './reachable-points.ts';
import { indexSetlist, type PlayedRow, type SongPick, totalPoints } from './scoring.ts';

/** Where a song has to be played: anywhere, at a position, or as a closer, with exceptions. */
export type Spot = 'any' | { position: number } | { closerExcept: readonly number[] };

/** How one more song moves a fan's points against a rival's. */
export interface SongSwing {
  songId: string;
  /** The least restrictive spot that passes the rival, or else the spot that gains the most. */
  spot: Spot;
  /** The least that the fan gains on the rival at this spot. */
  gain: number;
  /** Whether this song alone moves a tied or trailing fan ahead of the rival. */
  passes: boolean;
}

/** Lists the fan's songs that gain points on the rival, first those that pass the rival. */
export function listSongSwings(
  fan: readonly SongPick[],
  rival: readonly SongPick[],
  rows: readonly PlayedRow[],
  showLength: number = estimateShowLength(rows),
): SongSwing[] {
  const lead = calculateLead(fan, rival, rows);
  const positions = listFuturePositions(rows, showLength);
  const next = getNextPosition(rows);
  const rivalPositions = new Map(rival.map(({ songId, position }) => [songId, position]));
  return fan
    .flatMap(({ songId, position: ownPosition }) => {
      const special = [next, ownPosition, rivalPositions.get(songId)];
      const plays = listDistinctPositions(positions, special).flatMap((position) =>
        [false, true].map((isCloser): Play => {
          const row = { songId, position, isCloser };
          return { position, isCloser, gain: calculateLead(fan, rival, addRow(rows, row)) - lead };
        }),
      );
      return findBestSpot(plays, { songId, lead, ownPosition, next }) ?? [];
    })
    .sort((a, b) => Number(b.passes) - Number(a.passes) || b.gain - a.gain);
}

/** Returns the special positions and one of the others, which all give the same points. */
function listDistinctPositions(
  positions: readonly number[],
  special: readonly (number | undefined)[],
): number[] {
  const other = positions.find((position) => !special.includes(position));
  return positions.filter((position) => position === other || special.includes(position));
}

/** Returns the fan's points minus the rival's. */
export function calculateLead(
  fan: readonly SongPick[],
  rival: readonly SongPick[],
  rows: readonly PlayedRow[],
): number {
  const setlist = indexSetlist(rows);
  return totalPoints(fan, setlist) - totalPoints(rival, setlist);
}

interface Play {
  position: number;
  isCloser: boolean;
  gain: number;
}

function findBestSpot(
  plays: readonly Play[],
  song: { songId: string; lead: number; ownPosition: number; next: number },
): SongSwing | undefined {
  const { songId, lead, ownPosition, next } = song;
  const highest = Math.max(...plays.map(({ gain }) => gain));
  if (highest <= 0) return undefined;
  const passes = lead <= 0 && lead + highest > 0;
  const isEnough = ({ gain }: Play) => (passes ? lead + gain > 0 : gain === highest);
  const toSwing = (spot: Spot, counted: readonly Play[]): SongSwing => ({
    ...{ songId, spot, passes },
    gain: Math.min(...counted.map(({ gain }) => gain)),
  });
  if (plays.every(isEnough)) return toSwing('any', plays);
  const enough = plays.filter(isEnough);
  const findPlay = (isEasy: (position: number) => boolean) =>
    enough.find(({ position, isCloser }) => !isCloser && isEasy(position));
  const play =
    findPlay((position) => position === next) ??
    findPlay((position) => position === ownPosition) ??
    findPlay(() => true);
  if (play) return toSwing({ position: play.position }, [play]);
  const otherClosers = plays.filter((closer) => closer.isCloser && !isEnough(closer));
  return toSwing({ closerExcept: otherClosers.map(({ position }) => position) }, enough);
}
