import { chanceOf, type Examples, joinExamples } from './examples.ts';
import { createFeatures, type FeatureRow, LOG_GAP_AT, LOGITS_AT, WIDTH } from './features.ts';
import { fitLogistic, sumOfFacts } from './logistic.ts';
import { type PlayedShow, songsOf, type UpcomingShow } from './played-shows.ts';
import { HALF_LIVES } from './song-record.ts';
import { growTrees, sumOfTrees, type Trees } from './trees.ts';

export interface SongChance {
  song: string;
  /** From 0 to 1. */
  chance: number;
}

/** From how many of the latest shows it is learnt, and after how many a show counts half. */
export const TRAINING_SHOWS = 300;
const HALF_LIFE = 150;
/** Fewer say too little for trees. */
const LEAST_FOR_TREES = 60;
/** Songs that rest longer than this stand for others like them: every so many counts as often. */
const RESTING = Math.log(80);
const ONE_OF = 8;

interface Learnt {
  weights: Float64Array;
  trees: Trees | undefined;
  asOf: number;
}

/**
 * Each song's chance on a night, learnt from the shows told so far, in their order. What was learnt is
 * used for `learnEvery` shows; of a single night the latest is wanted, a walk over an archive has no time.
 */
export function createChances({ learnEvery = 1 } = {}) {
  const ledger = createFeatures();
  const nights: { examples: Examples; show: number }[] = [];
  let learnt: Learnt = { weights: belief(), trees: undefined, asOf: 0 };

  function learn(): void {
    const parts = nights.map(({ examples, show }) => ({
      examples,
      fade: 0.5 ** ((ledger.shows - show) / HALF_LIFE),
    }));
    const examples = joinExamples(parts);
    const isFirst = learnt.asOf === 0;
    const weights = fitLogistic(examples, {
      belief: belief(),
      from: learnt.weights,
      mostSteps: isFirst ? 4 : 3,
    });
    let trees: Trees | undefined;
    if (nights.length >= LEAST_FOR_TREES) {
      const logOdds = new Float64Array(examples.count);
      for (let row = 0; row < examples.count; row += 1)
        logOdds[row] = sumOfFacts(examples.facts, row, weights);
      trees = growTrees(examples, logOdds);
    }
    learnt = { weights, trees, asOf: ledger.shows };
  }

  /** Of a night as it stood before it: every song that had been played, likeliest first. */
  function judge({ count, facts }: FeatureRow): SongChance[] {
    if (nights.length > 0 && (learnt.asOf === 0 || ledger.shows - learnt.asOf >= learnEvery))
      learn();
    const { weights, trees } = learnt;
    return Array.from({ length: count }, (_, song) => {
      const added = trees ? sumOfTrees(trees, facts, song) : 0;
      const chance = chanceOf(sumOfFacts(facts, song, weights) + added);
      return { song: ledger.nameOf(song), chance };
    }).sort((a, b) => b.chance - a.chance);
  }

  return {
    judge,
    songs: ledger.names,
    describe: ledger.describe,
    on: (night: UpcomingShow) => judge(ledger.describe(night)),

    /** `teaches` is false for a show that is too long ago to learn from. */
    record(night: PlayedShow, { teaches = true } = {}): void {
      if (teaches) {
        const before = ledger.describe(night);
        const played = new Set(songsOf(night).flatMap((song) => ledger.numberOf(song) ?? []));
        nights.push({ examples: examplesOf(before, played), show: ledger.shows });
        if (nights.length > TRAINING_SHOWS) nights.shift();
      }
      ledger.record(night);
    },
  };
}

/** What holds without proof: a song keeps the rate it has, by all half-lives alike. */
function belief(): Float64Array {
  const weights = new Float64Array(WIDTH);
  for (const n of HALF_LIVES.keys()) weights[LOGITS_AT + n] = 1 / HALF_LIVES.length;
  return weights;
}

function examplesOf({ count, facts }: FeatureRow, played: ReadonlySet<number>): Examples {
  const kept: { song: number; counts: number }[] = [];
  for (let song = 0; song < count; song += 1) {
    const isResting = (facts[song * WIDTH + LOG_GAP_AT] ?? 0) > RESTING;
    if (!isResting || played.has(song)) kept.push({ song, counts: 1 });
    else if ((song + played.size) % ONE_OF === 0) kept.push({ song, counts: ONE_OF });
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
