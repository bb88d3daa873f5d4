import { type Examples, sigmoid } from './examples.ts';

/** Weight of the prior, in plays. */
const PRIOR_WEIGHT = 10;
const TOLERANCE = 1e-3;

/** Logistic regression by Newton's method from `start`, regularized toward `prior`. */
export function fitLogistic(
  examples: Examples,
  {
    prior,
    start = prior,
    maxSteps,
  }: { prior: Float64Array; start?: Float64Array; maxSteps: number },
): Float64Array {
  const weights = Float64Array.from(start);
  for (let round = 0; round < maxSteps; round += 1) {
    const { gradient, hessian } = computeDerivatives(examples, weights, prior);
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

/** Derivatives of the penalized likelihood; `hessian` has only its lower half. */
function computeDerivatives(examples: Examples, weights: Float64Array, prior: Float64Array) {
  const { count, width, values, played, weight } = examples;
  const gradient = new Float64Array(width);
  const hessian = new Float64Array(width * width);
  for (let row = 0; row < count; row += 1) {
    const chance = sigmoid(computeWeightedSum(values, row, weights));
    const exampleWeight = weight[row] ?? 0;
    const error = ((played[row] ?? 0) - chance) * exampleWeight;
    const curvature = Math.max(1e-5, chance * (1 - chance)) * exampleWeight;
    const offset = row * width;
    for (let n = 0; n < width; n += 1) {
      const value = values[offset + n] ?? 0;
      if (value === 0) continue;
      gradient[n] = (gradient[n] ?? 0) + error * value;
      const weightedValue = curvature * value;
      const lineStart = n * width;
      for (let m = 0; m <= n; m += 1)
        hessian[lineStart + m] =
          (hessian[lineStart + m] ?? 0) + weightedValue * (values[offset + m] ?? 0);
    }
  }
  for (let n = 0; n < width; n += 1) {
    gradient[n] = (gradient[n] ?? 0) - PRIOR_WEIGHT * ((weights[n] ?? 0) - (prior[n] ?? 0));
    hessian[n * width + n] = (hessian[n * width + n] ?? 0) + PRIOR_WEIGHT;
  }
  return { gradient, hessian };
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
