import { type Examples, sigmoid } from './examples.ts';

/** In plays. */
const PRIOR_WEIGHT = 10;
const TOLERANCE = 1e-3;

/**
 * Logistic regression by Newton's method, regularized toward `prior`. Only the first `hessianSteps`
 * steps compute the slow Hessian, which hardly changes near the solution.
 */
export function fitLogistic(
  examples: Examples,
  {
    prior,
    start = prior,
    priorWeight = PRIOR_WEIGHT,
    maxSteps,
    hessianSteps = maxSteps,
  }: {
    prior: Float64Array;
    start?: Float64Array;
    priorWeight?: number;
    maxSteps: number;
    hessianSteps?: number;
  },
): Float64Array {
  const weights = Float64Array.from(start);
  const { width } = examples;
  let hessian = new Float64Array(width * width);
  for (let step = 0; step < maxSteps; step += 1) {
    if (step < hessianSteps) hessian = new Float64Array(width * width);
    const gradient = addDerivatives(examples, weights, step < hessianSteps ? hessian : undefined);
    for (let n = 0; n < width; n += 1) {
      gradient[n] = (gradient[n] ?? 0) - priorWeight * ((weights[n] ?? 0) - (prior[n] ?? 0));
      if (step < hessianSteps) hessian[n * width + n] = (hessian[n * width + n] ?? 0) + priorWeight;
    }
    const delta = solve(hessian, gradient);
    let largest = 0;
    for (const [n, step] of delta.entries()) {
      weights[n] = (weights[n] ?? 0) + step;
      largest = Math.max(largest, Math.abs(step));
    }
    if (largest < TOLERANCE) break;
  }
  return weights;
}

export function computeWeightedSum(
  values: Float32Array,
  row: number,
  weights: Float64Array,
): number {
  const width = weights.length;
  const offset = row * width;
  let sum = 0;
  for (let n = 0; n < width; n += 1) sum += (weights[n] ?? 0) * (values[offset + n] ?? 0);
  return sum;
}

/** Returns the gradient, and adds the second derivatives to the lower half of `hessian`. */
function addDerivatives(
  { count, width, values, played, weight }: Examples,
  weights: Float64Array,
  hessian: Float64Array | undefined,
): Float64Array {
  const gradient = new Float64Array(width);
  const line = new Float64Array(width);
  for (let row = 0; row < count; row += 1) {
    const chance = sigmoid(computeWeightedSum(values, row, weights));
    const exampleWeight = weight[row] ?? 0;
    const error = ((played[row] ?? 0) - chance) * exampleWeight;
    const offset = row * width;
    for (let n = 0; n < width; n += 1) {
      line[n] = values[offset + n] ?? 0;
      gradient[n] = (gradient[n] ?? 0) + error * (line[n] ?? 0);
    }
    if (!hessian) continue;
    const curvature = Math.max(1e-5, chance * (1 - chance)) * exampleWeight;
    for (let n = 0; n < width; n += 1) {
      const weightedValue = curvature * (line[n] ?? 0);
      if (weightedValue === 0) continue;
      const lineStart = n * width;
      for (let m = 0; m <= n; m += 1)
        hessian[lineStart + m] = (hessian[lineStart + m] ?? 0) + weightedValue * (line[m] ?? 0);
    }
  }
  return gradient;
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
