import { chanceOf, type Examples } from './examples.ts';

/** How strongly a weight is held to where it began: so many plays' worth of proof. */
const HOLD = 10;
const CLOSE_ENOUGH = 1e-3;

/**
 * Weights by which the weighted sum of a row's facts is the logarithm of its odds: logistic
 * regression by Newton's method, held to the weights `from` which is what is believed without proof.
 */
export function fitLogistic(
  examples: Examples,
  {
    belief,
    from = belief,
    mostSteps,
  }: { belief: Float64Array; from?: Float64Array; mostSteps: number },
): Float64Array {
  const weights = Float64Array.from(from);
  for (let step = 0; step < mostSteps; step += 1) {
    const { slope, curve } = derivatives(examples, weights, belief);
    const change = solve(curve, slope);
    let largest = 0;
    for (const [n, by] of change.entries()) {
      weights[n] = (weights[n] ?? 0) + by;
      largest = Math.max(largest, Math.abs(by));
    }
    if (largest < CLOSE_ENOUGH) break;
  }
  return weights;
}

export function sumOfFacts(facts: Float32Array, row: number, weights: Float64Array): number {
  const width = weights.length;
  const at = row * width;
  let sum = 0;
  for (let n = 0; n < width; n += 1) sum += (weights[n] ?? 0) * (facts[at + n] ?? 0);
  return sum;
}

/** First and second derivatives of the penalised likelihood; the second one's lower half. */
function derivatives(examples: Examples, weights: Float64Array, belief: Float64Array) {
  const { count, width, facts, played, weight } = examples;
  const slope = new Float64Array(width);
  const curve = new Float64Array(width * width);
  for (let row = 0; row < count; row += 1) {
    const chance = chanceOf(sumOfFacts(facts, row, weights));
    const counts = weight[row] ?? 0;
    const error = ((played[row] ?? 0) - chance) * counts;
    const steep = Math.max(1e-5, chance * (1 - chance)) * counts;
    const at = row * width;
    for (let n = 0; n < width; n += 1) {
      const fact = facts[at + n] ?? 0;
      if (fact === 0) continue;
      slope[n] = (slope[n] ?? 0) + error * fact;
      const steepness = steep * fact;
      const line = n * width;
      for (let m = 0; m <= n; m += 1)
        curve[line + m] = (curve[line + m] ?? 0) + steepness * (facts[at + m] ?? 0);
    }
  }
  for (let n = 0; n < width; n += 1) {
    slope[n] = (slope[n] ?? 0) - HOLD * ((weights[n] ?? 0) - (belief[n] ?? 0));
    curve[n * width + n] = (curve[n * width + n] ?? 0) + HOLD;
  }
  return { slope, curve };
}

/** x of A x = b, for a symmetric positive A of which the lower half is given (Cholesky). */
function solve(a: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  const l = new Float64Array(size * size);
  const x = new Float64Array(size);
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1) {
      let sum = a[i * size + j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (l[i * size + k] ?? 0) * (l[j * size + k] ?? 0);
      l[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / (l[j * size + j] ?? 1);
    }
  for (let i = 0; i < size; i += 1) {
    let sum = b[i] ?? 0;
    for (let k = 0; k < i; k += 1) sum -= (l[i * size + k] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (l[i * size + i] ?? 1);
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    let sum = x[i] ?? 0;
    for (let k = i + 1; k < size; k += 1) sum -= (l[k * size + i] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (l[i * size + i] ?? 1);
  }
  return x;
}
