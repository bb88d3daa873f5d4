import { chanceOf, type Examples, joinExamples } from './examples.ts';
import { createFeatures, type FeatureTable, LOG_GAP_AT, LOGITS_AT, WIDTH } from './features.ts';
import { fitLogistic, weightedSum } from './logistic.ts';
import { type PlayedShow, songsOf, type UpcomingShow } from './played-shows.ts';
import { HALF_LIVES } from './song-record.ts';
import { evaluateTrees, growTrees, type Trees } from './trees.ts';

export interface SongChance {
  song: string;
  chance: number;
}

/** In shows, like `HALF_LIFE`. */
export const TRAINING_SHOWS = 300;
const HALF_LIFE = 150;
const MIN_SHOWS_FOR_TREES = 60;
/** Songs that rest longer are sampled: every `SAMPLE_EVERY`th counts that many times. */
const RESTING_LOG_GAP = Math.log(80);
const SAMPLE_EVERY = 8;

interface Model {
  weights: Float64Array;
  trees: Trees | undefined;
  asOf: number;
}

/** Forecasts from the shows recorded so far, in order. Retrains after `learnEvery` shows. */
export function createChances({ learnEvery = 1 } = {}) {
  const features = createFeatures();
  const nights: { examples: Examples; show: number }[] = [];
  let model: Model = { weights: priorWeights(), trees: undefined, asOf: 0 };

  function train(): void {
    const parts = nights.map(({ examples, show }) => ({
      examples,
      fade: 0.5 ** ((features.shows - show) / HALF_LIFE),
    }));
    const examples = joinExamples(parts);
    const isFirst = model.asOf === 0;
    const weights = fitLogistic(examples, {
      belief: priorWeights(),
      from: model.weights,
      mostSteps: isFirst ? 4 : 3,
    });
    let trees: Trees | undefined;
    if (nights.length >= MIN_SHOWS_FOR_TREES) {
      const logOdds = new Float64Array(examples.count);
      for (let row = 0; row < examples.count; row += 1)
        logOdds[row] = weightedSum(examples.facts, row, weights);
      trees = growTrees(examples, logOdds);
    }
    model = { weights, trees, asOf: features.shows };
  }

  function judge({ count, facts }: FeatureTable): SongChance[] {
    if (nights.length > 0 && (model.asOf === 0 || features.shows - model.asOf >= learnEvery))
      train();
    const { weights, trees } = model;
    return Array.from({ length: count }, (_, song) => {
      const added = trees ? evaluateTrees(trees, facts, song) : 0;
      const chance = chanceOf(weightedSum(facts, song, weights) + added);
      return { song: features.nameOf(song), chance };
    }).sort((a, b) => b.chance - a.chance);
  }

  return {
    judge,
    songs: features.names,
    describe: features.describe,
    on: (night: UpcomingShow) => judge(features.describe(night)),

    /** `teaches` is false for shows too old to train on. */
    record(night: PlayedShow, { teaches = true } = {}): void {
      if (teaches) {
        const before = features.describe(night);
        const played = new Set(songsOf(night).flatMap((song) => features.numberOf(song) ?? []));
        nights.push({ examples: examplesOf(before, played), show: features.shows });
        if (nights.length > TRAINING_SHOWS) nights.shift();
      }
      features.record(night);
    },
  };
}

/** A song keeps its rate, averaged over all half-lives. */
function priorWeights(): Float64Array {
  const weights = new Float64Array(WIDTH);
  for (const n of HALF_LIVES.keys()) weights[LOGITS_AT + n] = 1 / HALF_LIVES.length;
  return weights;
}

function examplesOf({ count, facts }: FeatureTable, played: ReadonlySet<number>): Examples {
  const kept: { song: number; counts: number }[] = [];
  for (let song = 0; song < count; song += 1) {
    const isResting = (facts[song * WIDTH + LOG_GAP_AT] ?? 0) > RESTING_LOG_GAP;
    if (!isResting || played.has(song)) kept.push({ song, counts: 1 });
    else if ((song + played.size) % SAMPLE_EVERY === 0) kept.push({ song, counts: SAMPLE_EVERY });
  }
  const rows = new Float32Array(kept.length * WIDTH);
  for (const [row, { song }] of kept.entries())
    rows.set(facts.subarray(song * WIDTH, (song + 1) * WIDTH), row * WIDTH);
  return {
    count: kept.length,
    width: WIDTH,
    facts: rows,
    played: Uint8Array.from(kept, ({ song }) => (played.has(song) ? 1 : 0)),
    weight: Float32Array.from(kept, ({ counts }) => counts),
  };
}
