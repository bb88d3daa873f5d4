import { chanceOf, type Examples } from './examples.ts';

/** In plays. */
const PRIOR_WEIGHT = 10;
const TOLERANCE = 1e-3;

/** Logistic regression by Newton's method, from `from`, regularized toward the prior `belief`. */
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
    for (const [n, delta] of change.entries()) {
      weights[n] = (weights[n] ?? 0) + delta;
      largest = Math.max(largest, Math.abs(delta));
    }
    if (largest < TOLERANCE) break;
  }
  return weights;
}

export function weightedSum(facts: Float32Array, row: number, weights: Float64Array): number {
  const width = weights.length;
  const offset = row * width;
  let sum = 0;
  for (let n = 0; n < width; n += 1) sum += (weights[n] ?? 0) * (facts[offset + n] ?? 0);
  return sum;
}

/** Derivatives of the penalized likelihood; `curve` has only its lower half. */
function derivatives(examples: Examples, weights: Float64Array, belief: Float64Array) {
  const { count, width, facts, played, weight } = examples;
  const slope = new Float64Array(width);
  const curve = new Float64Array(width * width);
  for (let row = 0; row < count; row += 1) {
    const chance = chanceOf(weightedSum(facts, row, weights));
    const counts = weight[row] ?? 0;
    const error = ((played[row] ?? 0) - chance) * counts;
    const steep = Math.max(1e-5, chance * (1 - chance)) * counts;
    const offset = row * width;
    for (let n = 0; n < width; n += 1) {
      const fact = facts[offset + n] ?? 0;
      if (fact === 0) continue;
      slope[n] = (slope[n] ?? 0) + error * fact;
      const steepness = steep * fact;
      const lineStart = n * width;
      for (let m = 0; m <= n; m += 1)
        curve[lineStart + m] = (curve[lineStart + m] ?? 0) + steepness * (facts[offset + m] ?? 0);
    }
  }
  for (let n = 0; n < width; n += 1) {
    slope[n] = (slope[n] ?? 0) - PRIOR_WEIGHT * ((weights[n] ?? 0) - (belief[n] ?? 0));
    curve[n * width + n] = (curve[n * width + n] ?? 0) + PRIOR_WEIGHT;
  }
  return { slope, curve };
}

/** Solves A x = b by Cholesky decomposition, for a symmetric A given by its lower half. */
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
