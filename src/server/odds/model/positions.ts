import type { PlayedSong } from './played-shows.ts';

export interface Positions {
  showCount: number;
  /** Growing the latest show's weight is equivalent to decaying old shows. */
  weight: number;
  overall: Tally;
  songs: Map<string, Tally>;
}

interface Tally {
  plays: number;
  first: number;
  closing: number;
  byPosition: number[];
}

/** Measured in shows. */
const HALF_LIFE = 60;
/** Weight of the band's average relative to a song's own plays. */
const PRIOR_WEIGHT = 2;
/** A song played third might as well have been second or fourth. */
const BLUR = [0.25, 0.5, 0.25];

export function createPositions(): Positions {
  return { showCount: 0, weight: 1, overall: createTally(), songs: new Map() };
}

export function recordPositions(positions: Positions, songs: readonly PlayedSong[]): void {
  positions.showCount += 1;
  positions.weight = 2 ** (positions.showCount / HALF_LIFE);
  const { weight } = positions;
  for (const [index, { song, isCloser }] of songs.entries()) {
    const tally = positions.songs.get(song) ?? createTally();
    positions.songs.set(song, tally);
    for (const counts of [tally, positions.overall]) {
      counts.plays += weight;
      if (index === 0) counts.first += weight;
      if (isCloser) counts.closing += weight;
      for (const [n, share] of BLUR.entries()) {
        const position = Math.max(0, index + n - 1);
        counts.byPosition[position] = (counts.byPosition[position] ?? 0) + share * weight;
      }
    }
  }
}

export function getOpenerShare(positions: Positions, song: string): number {
  return getShare(positions, song, ({ first }) => first);
}

/** Includes closers of the main set. */
export function getCloserShare(positions: Positions, song: string): number {
  return getShare(positions, song, ({ closing }) => closing);
}

/** `position` counts from 1. */
export function getPositionShare(positions: Positions, song: string, position: number): number {
  return getShare(positions, song, ({ byPosition }) => byPosition[position - 1] ?? 0);
}

function createTally(): Tally {
  return { plays: 0, first: 0, closing: 0, byPosition: [] };
}

function getShare(positions: Positions, song: string, part: (tally: Tally) => number): number {
  const tally = positions.songs.get(song);
  const { overall } = positions;
  const average = overall.plays > 0 ? part(overall) / overall.plays : 0;
  const prior = PRIOR_WEIGHT * positions.weight;
  return ((tally ? part(tally) : 0) + prior * average) / ((tally?.plays ?? 0) + prior);
}
