import { type Examples, sigmoid } from './examples.ts';

/** Boosted trees model feature interactions, which the logistic regression can't. */
export interface Trees {
  columns: readonly number[];
  edges: Float32Array[];
  trees: Tree[];
}

/** The children of node n are 2n + 1 and 2n + 2. */
interface Tree {
  splitFeature: Int16Array;
  threshold: Uint8Array;
  leafValues: Float64Array;
}

const TREE_COUNT = 20;
const DEPTH = 3;
const INNER_NODES = 2 ** DEPTH - 1;
const NODES = 2 ** (DEPTH + 1) - 1;
const BINS = 24;
const LEARNING_RATE = 0.2;
const MIN_EVIDENCE = 15;
const REGULARIZATION = 5;
const MIN_GAIN = 0.5;

/** Gradient boosting with histograms. Overwrites `logOdds`. */
export function growTrees(
  examples: Examples,
  logOdds: Float64Array,
  columns: readonly number[],
): Trees {
  const { count, played, weight } = examples;
  const width = columns.length;
  const edges = columns.map((column) => findBinEdges(examples, column));
  const bins = assignBins(examples, { columns, edges });
  const gradient = new Float64Array(count);
  const hessian = new Float64Array(count);
  const trees: Tree[] = [];
  for (let round = 0; round < TREE_COUNT; round += 1) {
    for (let row = 0; row < count; row += 1) {
      const chance = sigmoid(logOdds[row] ?? 0);
      gradient[row] = ((played[row] ?? 0) - chance) * (weight[row] ?? 0);
      hessian[row] = Math.max(1e-6, chance * (1 - chance)) * (weight[row] ?? 0);
    }
    const { tree, leaves } = growTree({ bins, width, gradient, hessian, parity: round % 2 });
    for (let row = 0; row < count; row += 1)
      logOdds[row] = (logOdds[row] ?? 0) + (tree.leafValues[leaves[row] ?? 0] ?? 0);
    trees.push(tree);
  }
  return { columns, edges, trees };
}

/** `rowStart` is the index of the song's first feature in `values`. */
export function evaluateTrees(
  { columns, edges, trees }: Trees,
  values: Float32Array,
  rowStart: number,
): number {
  let sum = 0;
  for (const { splitFeature, threshold, leafValues } of trees) {
    let node = 0;
    while (node < INNER_NODES && (splitFeature[node] ?? -1) >= 0) {
      const feature = splitFeature[node] ?? 0;
      const value = values[rowStart + (columns[feature] ?? 0)] ?? 0;
      const edge = edges[feature]?.[threshold[node] ?? 0] ?? Number.POSITIVE_INFINITY;
      node = 2 * node + (value > edge ? 2 : 1);
    }
    sum += leafValues[node] ?? 0;
  }
  return sum;
}

const NO_EDGES = new Float32Array();

function findBin(edges: Float32Array, value: number): number {
  let bin = 0;
  while (bin < edges.length && value > (edges[bin] ?? 0)) bin += 1;
  return bin;
}

function findBinEdges({ count, width, values }: Examples, column: number): Float32Array {
  const stride = Math.max(1, Math.floor(count / 4_000));
  const sample = new Float32Array(Math.ceil(count / stride));
  for (let n = 0; n < sample.length; n += 1) sample[n] = values[n * stride * width + column] ?? 0;
  sample.sort();
  const distinct = [...new Set(sample)];
  if (distinct.length <= BINS)
    return Float32Array.from(distinct.slice(1), (value, n) => (value + (distinct[n] ?? 0)) / 2);
  const cuts = Array.from(
    { length: BINS - 1 },
    (_, n) => sample[Math.floor((sample.length * (n + 1)) / BINS)] ?? 0,
  );
  return Float32Array.from(new Set(cuts));
}

function assignBins(
  { count, width, values }: Examples,
  { columns, edges }: Pick<Trees, 'columns' | 'edges'>,
): Uint8Array {
  const bins = new Uint8Array(count * columns.length);
  for (const [n, column] of columns.entries()) {
    const binEdges = edges[n] ?? NO_EDGES;
    for (let row = 0; row < count; row += 1)
      bins[row * columns.length + n] = findBin(binEdges, values[row * width + column] ?? 0);
  }
  return bins;
}

interface Sample {
  bins: Uint8Array;
  width: number;
  gradient: Float64Array;
  hessian: Float64Array;
  /** Each tree uses every other row from `parity` on, which is faster and just as accurate. */
  parity: number;
}

function growTree(sample: Sample): { tree: Tree; leaves: Uint8Array } {
  const { bins, width, gradient, hessian } = sample;
  const splitFeature = new Int16Array(INNER_NODES).fill(-1);
  const threshold = new Uint8Array(INNER_NODES);
  const node = new Uint8Array(gradient.length);
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const first = 2 ** depth - 1;
    const sums = sumByBin(sample, node, first);
    for (let n = 0; n <= first; n += 1) {
      const split = findBestSplit(sums, { offset: n * width * BINS, width });
      splitFeature[first + n] = split.feature;
      threshold[first + n] = split.bin;
    }
    for (let row = 0; row < node.length; row += 1) {
      const nodeIndex = node[row] ?? 0;
      const feature = splitFeature[nodeIndex] ?? -1;
      if (nodeIndex < first || feature < 0) continue;
      node[row] =
        2 * nodeIndex + ((bins[row * width + feature] ?? 0) > (threshold[nodeIndex] ?? 0) ? 2 : 1);
    }
  }
  const leafValues = new Float64Array(NODES);
  const hessianSums = new Float64Array(NODES);
  for (let row = 0; row < node.length; row += 1) {
    const nodeIndex = node[row] ?? 0;
    leafValues[nodeIndex] = (leafValues[nodeIndex] ?? 0) + (gradient[row] ?? 0);
    hessianSums[nodeIndex] = (hessianSums[nodeIndex] ?? 0) + (hessian[row] ?? 0);
  }
  for (let nodeIndex = 0; nodeIndex < NODES; nodeIndex += 1)
    leafValues[nodeIndex] =
      (LEARNING_RATE * (leafValues[nodeIndex] ?? 0)) /
      ((hessianSums[nodeIndex] ?? 0) + REGULARIZATION);
  return { tree: { splitFeature, threshold, leafValues }, leaves: node };
}

/** Returns gradient and hessian sums, alternating. Dominates the training time. */
function sumByBin(
  { bins, width, gradient, hessian, parity }: Sample,
  node: Uint8Array,
  first: number,
) {
  const sums = new Float64Array(2 * (first + 1) * width * BINS);
  for (let row = parity; row < node.length; row += 2) {
    const nodeIndex = (node[row] ?? 0) - first;
    if (nodeIndex < 0) continue;
    const [gradientSum, hessianSum] = [gradient[row] ?? 0, hessian[row] ?? 0];
    let offset = 2 * nodeIndex * width * BINS;
    for (let n = row * width; n < row * width + width; n += 1) {
      const bin = offset + 2 * (bins[n] ?? 0);
      sums[bin] = (sums[bin] ?? 0) + gradientSum;
      sums[bin + 1] = (sums[bin + 1] ?? 0) + hessianSum;
      offset += 2 * BINS;
    }
  }
  return sums;
}

function findBestSplit(
  sums: Float64Array,
  { offset, width }: { offset: number; width: number },
): { feature: number; bin: number } {
  let [totalGradient, totalHessian] = [0, 0];
  for (let bin = offset; bin < offset + BINS; bin += 1) {
    totalGradient += sums[2 * bin] ?? 0;
    totalHessian += sums[2 * bin + 1] ?? 0;
  }
  let best = { feature: -1, bin: 0, gain: MIN_GAIN };
  for (let feature = 0; feature < width; feature += 1) {
    let [gradientSum, hessianSum] = [0, 0];
    for (let bin = 0; bin < BINS - 1; bin += 1) {
      const index = 2 * (offset + feature * BINS + bin);
      gradientSum += sums[index] ?? 0;
      hessianSum += sums[index + 1] ?? 0;
      if (hessianSum < MIN_EVIDENCE) continue;
      if (totalHessian - hessianSum < MIN_EVIDENCE) break;
      const gain =
        gradientSum ** 2 / (hessianSum + REGULARIZATION) +
        (totalGradient - gradientSum) ** 2 / (totalHessian - hessianSum + REGULARIZATION) -
        totalGradient ** 2 / (totalHessian + REGULARIZATION);
      if (gain > best.gain) best = { feature, bin, gain };
    }
  }
  return best;
}
