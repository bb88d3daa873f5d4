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
  const shares = softmax(listFeatures(progress, tables), weights);
  return progress.chances
    .map(({ song }, n) => ({ song, chance: shares[n] ?? 0 }))
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

function updateWeights(
  weights: number[],
  song: string,
  chances: readonly SongChance[],
  features: Float64Array,
): void {
  const actual = chances.findIndex((candidate) => candidate.song === song);
  if (actual < 0) return;
  const expectedShares = softmax(features, weights);
  const width = weights.length;
  for (const [k, weight] of weights.entries()) {
    let expected = 0;
    for (let n = 0; n < expectedShares.length; n += 1)
      expected += (expectedShares[n] ?? 0) * (features[n * width + k] ?? 0);
    weights[k] = weight + LEARNING_RATE * ((features[actual * width + k] ?? 0) - expected);
  }
}

function listFeatures(
  { chances, soFar }: SongsSoFar,
  { transitions, positions }: Pick<SequenceModel, 'transitions' | 'positions'>,
): Float64Array {
  const played = new Set(soFar);
  const remainingChance =
    chances.reduce((sum, entry) => sum + (played.has(entry.song) ? 0 : entry.chance), 0) || 1;
  const transitionShares = createTransitionShares(transitions, soFar, PRIOR_WEIGHT);
  const features = new Float64Array(chances.length * INITIAL_WEIGHTS.length);
  let index = 0;
  const push = (value: number) => {
    features[index] = value;
    index += 1;
  };
  for (const { song, chance } of chances) {
    const share = Math.max(1e-6, chance / remainingChance);
    const wasPlayed = played.has(song);
    const { afterOne, afterTwo } = transitionShares(song, wasPlayed ? share / 20 : share);
    push(Math.log(share));
    push(Math.log(afterOne));
    push(Math.log(afterTwo));
    push(Math.log(getPositionShare(positions, song, soFar.length + 1) + 0.002));
    push(wasPlayed ? 1 : 0);
    push(wasPlayed ? Math.log(afterOne) : 0);
  }
  return features;
}

function softmax(features: Float64Array, weights: readonly number[]): Float64Array {
  const width = weights.length;
  const powers = new Float64Array(features.length / width);
  let highest = Number.NEGATIVE_INFINITY;
  for (let n = 0; n < powers.length; n += 1) {
    let sum = 0;
    for (let k = 0; k < width; k += 1) sum += (features[n * width + k] ?? 0) * (weights[k] ?? 0);
    powers[n] = sum;
    highest = Math.max(highest, sum);
  }
  let total = 0;
  for (let n = 0; n < powers.length; n += 1) {
    powers[n] = Math.exp((powers[n] ?? 0) - highest);
    total += powers[n] ?? 0;
  }
  return powers.map((value) => value / total);
}
