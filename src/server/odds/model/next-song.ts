import type { SongChance } from './chances.ts';
import type { PlayedShow } from './played-shows.ts';
import { createPositions, getPositionShare, type Positions, recordPositions } from './positions.ts';
import {
  createTransitionShares,
  createTransitions,
  recordTransitions,
  type Transitions,
} from './transitions.ts';

/** Plain data, so that it can be sent between threads. */
export interface SequenceModel {
  weights: number[];
  transitions: Transitions;
  positions: Positions;
}

export interface SongsSoFar {
  /** Each song's chance to be played, as forecast before the show. */
  chances: readonly SongChance[];
  soFar: readonly string[];
}

/** Favors likely songs at their typical position and penalizes repeats. */
const INITIAL_WEIGHTS = [0.4, 0.3, 0.3, 0.5, -3, -0.2];
const LEARNING_RATE = 0.005;
const PRIOR_WEIGHT = 3;

export function createSequenceModel(): SequenceModel {
  return {
    weights: [...INITIAL_WEIGHTS],
    transitions: createTransitions(),
    positions: createPositions(),
  };
}

/** Returns each song's chance to come next, most likely first. The chances add up to 1. */
export function rankNextSongs(
  { weights, ...tables }: SequenceModel,
  progress: SongsSoFar,
): SongChance[] {
  return softmax(listFeatures(progress, tables), weights)
    .map((chance, n) => ({ song: progress.chances[n]?.song ?? '', chance }))
    .sort((a, b) => b.chance - a.chance);
}

/** With `chances`, also trains the weights. */
export function recordSequence(
  { weights, transitions, positions }: SequenceModel,
  { songs }: PlayedShow,
  chances: readonly SongChance[] = [],
): void {
  if (chances.length > 0)
    for (const [index, { song }] of songs.entries()) {
      const soFar = songs.slice(0, index).map(({ song }) => song);
      updateWeights(
        weights,
        song,
        chances,
        listFeatures({ chances, soFar }, { transitions, positions }),
      );
    }
  recordTransitions(transitions, songs);
  recordPositions(positions, songs);
}

/** Makes one gradient step of a conditional logit model. */
function updateWeights(
  weights: number[],
  song: string,
  chances: readonly SongChance[],
  features: readonly number[][],
): void {
  const actual = features[chances.findIndex((candidate) => candidate.song === song)];
  if (!actual) return;
  const expectedShares = softmax(features, weights);
  for (const [k, weight] of weights.entries()) {
    const expected = features.reduce(
      (sum, row, n) => sum + (expectedShares[n] ?? 0) * (row[k] ?? 0),
      0,
    );
    weights[k] = weight + LEARNING_RATE * ((actual[k] ?? 0) - expected);
  }
}

/** Returns each song's features in the order of `INITIAL_WEIGHTS`. */
function listFeatures(
  { chances, soFar }: SongsSoFar,
  { transitions, positions }: Pick<SequenceModel, 'transitions' | 'positions'>,
): number[][] {
  const played = new Set(soFar);
  const remainingChance =
    chances.reduce((sum, entry) => sum + (played.has(entry.song) ? 0 : entry.chance), 0) || 1;
  const transitionShares = createTransitionShares(transitions, soFar, PRIOR_WEIGHT);
  return chances.map(({ song, chance }) => {
    const share = Math.max(1e-6, chance / remainingChance);
    const wasPlayed = played.has(song);
    const { afterOne, afterTwo } = transitionShares(song, wasPlayed ? share / 20 : share);
    return [
      Math.log(share),
      Math.log(afterOne),
      Math.log(afterTwo),
      Math.log(getPositionShare(positions, song, soFar.length + 1) + 0.002),
      wasPlayed ? 1 : 0,
      wasPlayed ? Math.log(afterOne) : 0,
    ];
  });
}

function softmax(features: readonly number[][], weights: readonly number[]): number[] {
  const sums = features.map((row) =>
    row.reduce((sum, value, k) => sum + value * (weights[k] ?? 0), 0),
  );
  const highest = sums.reduce((max, sum) => Math.max(max, sum), Number.NEGATIVE_INFINITY);
  const powers = sums.map((sum) => Math.exp(sum - highest));
  const total = powers.reduce((sum, value) => sum + value, 0);
  return powers.map((value) => value / total);
}
