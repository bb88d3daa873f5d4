import { type Examples, joinExamples, sigmoid } from './examples.ts';
import {
  createFeatures,
  type FeatureTable,
  LOG_GAP_OFFSET,
  LOGITS_OFFSET,
  WIDTH,
} from './features.ts';
import { computeWeightedSum, fitLogistic } from './logistic.ts';
import { listDistinctSongs, type PlayedShow, type UpcomingShow } from './played-shows.ts';
import { HALF_LIVES } from './song-record.ts';
import { evaluateTrees, growTrees, type Trees } from './trees.ts';

export interface SongChance {
  song: string;
  chance: number;
}

/** Measured in shows, as is `HALF_LIFE`. */
export const TRAINING_SHOWS = 300;
const HALF_LIFE = 150;
const MIN_SHOWS_FOR_TREES = 60;
/** Songs with a longer gap are sampled: one in `SAMPLE_EVERY`, with that weight. */
const RESTING_LOG_GAP = Math.log(80);
const SAMPLE_EVERY = 8;

interface Model {
  weights: Float64Array;
  trees: Trees | undefined;
  asOf: number;
}

/**
 * Forecasts from the shows recorded so far, which must be recorded in order. Retrains after
 * `retrainEvery` shows.
 */
export function createChances({ retrainEvery = 1 } = {}) {
  const features = createFeatures();
  const trainingShows: { examples: Examples; show: number }[] = [];
  let model: Model = { weights: createPriorWeights(), trees: undefined, asOf: 0 };

  function train(): void {
    const batches = trainingShows.map(({ examples, show }) => ({
      examples,
      decay: 0.5 ** ((features.showCount - show) / HALF_LIFE),
    }));
    const examples = joinExamples(batches);
    const isFirst = model.asOf === 0;
    const weights = fitLogistic(examples, {
      prior: createPriorWeights(),
      start: model.weights,
      maxSteps: isFirst ? 4 : 3,
    });
    let trees: Trees | undefined;
    if (trainingShows.length >= MIN_SHOWS_FOR_TREES) {
      const logOdds = new Float64Array(examples.count);
      for (let row = 0; row < examples.count; row += 1)
        logOdds[row] = computeWeightedSum(examples.values, row, weights);
      trees = growTrees(examples, logOdds);
    }
    model = { weights, trees, asOf: features.showCount };
  }

  function forecast({ count, values }: FeatureTable): SongChance[] {
    if (
      trainingShows.length > 0 &&
      (model.asOf === 0 || features.showCount - model.asOf >= retrainEvery)
    )
      train();
    const { weights, trees } = model;
    return Array.from({ length: count }, (_, song) => {
      const correction = trees ? evaluateTrees(trees, values, song) : 0;
      const chance = sigmoid(computeWeightedSum(values, song, weights) + correction);
      return { song: features.findName(song), chance };
    }).sort((a, b) => b.chance - a.chance);
  }

  return {
    forecast,
    songs: features.names,
    describe: features.describe,
    forecastShow: (show: UpcomingShow) => forecast(features.describe(show)),

    /** `isTrainingData` is false for shows too old to train on. */
    record(show: PlayedShow, { isTrainingData = true } = {}): void {
      if (isTrainingData) {
        const table = features.describe(show);
        const played = new Set(
          listDistinctSongs(show).flatMap((song) => features.findSongNumber(song) ?? []),
        );
        trainingShows.push({ examples: sampleExamples(table, played), show: features.showCount });
        if (trainingShows.length > TRAINING_SHOWS) trainingShows.shift();
      }
      features.record(show);
    },
  };
}

/** Predicts each song's past play rate, averaged over all half-lives. */
function createPriorWeights(): Float64Array {
  const weights = new Float64Array(WIDTH);
  for (const n of HALF_LIVES.keys()) weights[LOGITS_OFFSET + n] = 1 / HALF_LIVES.length;
  return weights;
}

function sampleExamples({ count, values }: FeatureTable, played: ReadonlySet<number>): Examples {
  const samples: { song: number; weight: number }[] = [];
  for (let song = 0; song < count; song += 1) {
    const isResting = (values[song * WIDTH + LOG_GAP_OFFSET] ?? 0) > RESTING_LOG_GAP;
    if (!isResting || played.has(song)) samples.push({ song, weight: 1 });
    else if ((song + played.size) % SAMPLE_EVERY === 0)
      samples.push({ song, weight: SAMPLE_EVERY });
  }
  const rows = new Float32Array(samples.length * WIDTH);
  for (const [row, { song }] of samples.entries())
    rows.set(values.subarray(song * WIDTH, (song + 1) * WIDTH), row * WIDTH);
  return {
    count: samples.length,
    width: WIDTH,
    values: rows,
    played: Uint8Array.from(samples, ({ song }) => (played.has(song) ? 1 : 0)),
    weight: Float32Array.from(samples, ({ weight }) => weight),
  };
}
