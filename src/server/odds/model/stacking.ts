import { type Examples, joinExamples } from './examples.ts';
import { computeWeightedSum, fitLogistic } from './logistic.ts';

/** In shows. Older forecasts don't count. */
export const STACKING_SHOWS = 60;
const MIN_SHOWS = 20;
/** In plays. */
const PRIOR_WEIGHT = 50;

/** Two forecasts of the same songs, as log-odds. */
export type PartForecasts = readonly [Float64Array, Float64Array];

const WIDTH = 3;
const PRIOR = Float64Array.of(0, 1, 0);

/** Learns how much to trust two models from forecasts of shows they weren't trained on. */
export function createStack() {
  const shows: Examples[] = [];
  let weights: Float64Array = PRIOR;
  return {
    record(parts: PartForecasts, played: ReadonlySet<number>): void {
      const values = toRows(parts);
      const count = parts[0].length;
      shows.push({
        count,
        width: WIDTH,
        values,
        played: Uint8Array.from({ length: count }, (_, song) => (played.has(song) ? 1 : 0)),
        weight: new Float32Array(count).fill(1),
      });
      if (shows.length > STACKING_SHOWS) shows.shift();
    },

    train(): void {
      if (shows.length < MIN_SHOWS) return;
      const examples = joinExamples(shows.map((examples) => ({ examples, decay: 1 })));
      weights = fitLogistic(examples, { prior: PRIOR, priorWeight: PRIOR_WEIGHT, maxSteps: 5 });
    },

    combine(parts: PartForecasts): Float64Array {
      const rows = toRows(parts);
      return parts[0].map((_, song) => computeWeightedSum(rows, song, weights));
    },
  };
}

function toRows([first, second]: PartForecasts): Float32Array {
  const rows = new Float32Array(first.length * WIDTH);
  for (let song = 0; song < first.length; song += 1) {
    rows[song * WIDTH] = 1;
    rows[song * WIDTH + 1] = first[song] ?? 0;
    rows[song * WIDTH + 2] = second[song] ?? 0;
  }
  return rows;
}
