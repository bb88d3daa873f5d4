import { type Examples, joinExamples, sigmoid, takeColumns } from './examples.ts';
import {
  createFeatures,
  type FeatureTable,
  LOG_GAP_OFFSET,
  LOGITS_OFFSET,
  RATES_WIDTH,
  TREE_COLUMNS,
  WIDTH,
} from './features.ts';
import { computeWeightedSum, fitLogistic } from './logistic.ts';
import { listDistinctSongs, type PlayedShow, type UpcomingShow } from './played-shows.ts';
import { HALF_LIVES } from './song-record.ts';
import { createStack, type PartForecasts } from './stacking.ts';
import { evaluateTrees, growTrees, type Trees } from './trees.ts';

export interface SongChance {
  song: string;
  chance: number;
}

/** In shows, like `HALF_LIFE`. */
export const TRAINING_SHOWS = 240;
const HALF_LIFE = 150;
const MIN_SHOWS_FOR_TREES = 60;
/** Samples one in `SAMPLE_EVERY` songs with a longer gap, with that weight. */
const RESTING_LOG_GAP = Math.log(20);
const SAMPLE_EVERY = 8;

interface Model {
  weights: Float64Array;
  trees: Trees | undefined;
  /** A regression of the play rates only, which is enough for a band without habits. */
  rateWeights: Float64Array;
  asOf: number;
}

/** Shows must be recorded in order. Retrains after every `retrainEvery` of them. */
export function createChances({ retrainEvery = 1 } = {}) {
  const features = createFeatures();
  const trainingShows: { examples: Examples; show: number }[] = [];
  const stack = createStack();
  let model: Model = {
    weights: createPriorWeights(WIDTH),
    trees: undefined,
    rateWeights: createPriorWeights(RATES_WIDTH),
    asOf: 0,
  };
  let cachedFeatures: { show: UpcomingShow; asOf: number; table: FeatureTable } | undefined;

  function describe(show: UpcomingShow): FeatureTable {
    const asOf = features.showCount;
    if (cachedFeatures?.show !== show || cachedFeatures.asOf !== asOf)
      cachedFeatures = { show, asOf, table: features.describe(show) };
    return cachedFeatures.table;
  }

  function train(): void {
    if (trainingShows.length === 0 || model.asOf === features.showCount) return;
    const batches = trainingShows.map(({ examples, show }) => ({
      examples,
      decay: 0.5 ** ((features.showCount - show) / HALF_LIFE),
    }));
    const examples = joinExamples(batches);
    const hessianSteps = model.asOf === 0 ? 2 : 1;
    const steps = { hessianSteps, maxSteps: hessianSteps + 2 };
    const weights = fitLogistic(examples, {
      prior: createPriorWeights(WIDTH),
      start: model.weights,
      ...steps,
    });
    const rateWeights = fitLogistic(takeColumns(examples, RATES_WIDTH), {
      prior: createPriorWeights(RATES_WIDTH),
      start: model.rateWeights,
      ...steps,
    });
    let trees: Trees | undefined;
    if (trainingShows.length >= MIN_SHOWS_FOR_TREES) {
      const logOdds = new Float64Array(examples.count);
      for (let row = 0; row < examples.count; row += 1)
        logOdds[row] = computeWeightedSum(examples.values, row, weights);
      trees = growTrees(examples, logOdds, TREE_COLUMNS);
    }
    stack.train();
    model = { weights, trees, rateWeights, asOf: features.showCount };
  }

  function trainIfDue(): void {
    if (model.asOf === 0 || features.showCount - model.asOf >= retrainEvery) train();
  }

  function forecastParts({ count, values }: FeatureTable): PartForecasts {
    const { weights, trees, rateWeights } = model;
    const habits = new Float64Array(count);
    const rates = new Float64Array(count);
    for (let song = 0; song < count; song += 1) {
      const rowStart = song * WIDTH;
      const correction = trees ? evaluateTrees(trees, values, rowStart) : 0;
      habits[song] = computeWeightedSum(values, song, weights) + correction;
      let sum = 0;
      for (let n = 0; n < RATES_WIDTH; n += 1)
        sum += (rateWeights[n] ?? 0) * (values[rowStart + n] ?? 0);
      rates[song] = sum;
    }
    return [habits, rates];
  }

  function toChances(logOdds: Float64Array): SongChance[] {
    return Array.from(logOdds, (value, song) => ({
      song: features.findName(song),
      chance: sigmoid(value),
    })).sort((a, b) => b.chance - a.chance);
  }

  return {
    songs: features.names,
    train,

    forecastShow(show: UpcomingShow): SongChance[] {
      trainIfDue();
      return toChances(stack.combine(forecastParts(describe(show))));
    },

    forecastByPart(show: UpcomingShow): [SongChance[], SongChance[]] {
      trainIfDue();
      const [habits, rates] = forecastParts(describe(show));
      return [toChances(habits), toChances(rates)];
    },

    /** `isTrainingData` is false for shows too old to train on. */
    record(show: PlayedShow, { isTrainingData = true } = {}): void {
      if (isTrainingData) {
        const table = describe(show);
        const played = new Set(
          listDistinctSongs(show).flatMap((song) => features.findSongNumber(song) ?? []),
        );
        if (model.asOf > 0) stack.record(forecastParts(table), played);
        trainingShows.push({ examples: sampleExamples(table, played), show: features.showCount });
        if (trainingShows.length > TRAINING_SHOWS) trainingShows.shift();
      }
      features.record(show);
    },
  };
}

function createPriorWeights(width: number): Float64Array {
  const weights = new Float64Array(width);
  for (const n of HALF_LIVES.keys()) weights[LOGITS_OFFSET + n] = 1 / HALF_LIVES.length;
  return weights;
}

function sampleExamples({ count, values }: FeatureTable, played: ReadonlySet<number>): Examples {
  const songs: number[] = [];
  for (let song = 0; song < count; song += 1)
    if (played.has(song) || !isResting(song) || (song + played.size) % SAMPLE_EVERY === 0)
      songs.push(song);
  const rows = new Float32Array(songs.length * WIDTH);
  songs.forEach((song, row) => {
    for (let n = 0; n < WIDTH; n += 1) rows[row * WIDTH + n] = values[song * WIDTH + n] ?? 0;
  });
  return {
    count: songs.length,
    width: WIDTH,
    values: rows,
    played: Uint8Array.from(songs, (song) => (played.has(song) ? 1 : 0)),
    weight: Float32Array.from(songs, (song) =>
      isResting(song) && !played.has(song) ? SAMPLE_EVERY : 1,
    ),
  };

  function isResting(song: number): boolean {
    return (values[song * WIDTH + LOG_GAP_OFFSET] ?? 0) > RESTING_LOG_GAP;
  }
}
