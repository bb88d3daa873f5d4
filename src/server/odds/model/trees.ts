import { chanceOf, type Examples } from './examples.ts';

/** Boosted trees add to the log odds what a sum of single features can't express. */
export interface Trees {
  edges: Float32Array[];
  trees: Tree[];
}

/** The children of node n are 2n + 1 and 2n + 2. */
interface Tree {
  /** The feature an inner node compares, or -1. */
  splitFact: Int16Array;
  /** Rows in a higher bin go right. */
  above: Uint8Array;
  adds: Float64Array;
}

const TREE_COUNT = 40;
const DEPTH = 3;
const INNER = 2 ** DEPTH - 1;
const NODES = 2 ** (DEPTH + 1) - 1;
const BINS = 24;
const LEARNING_RATE = 0.1;
const MIN_EVIDENCE = 15;
const REGULARIZATION = 5;
const MIN_GAIN = 0.5;

/** Gradient boosting with histograms. Overwrites `logOdds`. */
export function growTrees(examples: Examples, logOdds: Float64Array): Trees {
  const { count, width, played, weight } = examples;
  const edges = Array.from({ length: width }, (_, fact) => edgesOf(examples, fact));
  const bins = binned(examples, edges);
  const slope = new Float64Array(count);
  const steep = new Float64Array(count);
  const trees: Tree[] = [];
  for (let round = 0; round < TREE_COUNT; round += 1) {
    for (let row = 0; row < count; row += 1) {
      const chance = chanceOf(logOdds[row] ?? 0);
      slope[row] = ((played[row] ?? 0) - chance) * (weight[row] ?? 0);
      steep[row] = Math.max(1e-6, chance * (1 - chance)) * (weight[row] ?? 0);
    }
    const { tree, leafOf } = growTree({ bins, width, slope, steep, parity: round % 2 });
    for (let row = 0; row < count; row += 1)
      logOdds[row] = (logOdds[row] ?? 0) + (tree.adds[leafOf[row] ?? 0] ?? 0);
    trees.push(tree);
  }
  return { edges, trees };
}

export function evaluateTrees({ edges, trees }: Trees, facts: Float32Array, row: number): number {
  const width = edges.length;
  const rowBins = new Uint8Array(width);
  for (let n = 0; n < width; n += 1)
    rowBins[n] = binOf(edges[n] ?? NO_EDGES, facts[row * width + n] ?? 0);
  let sum = 0;
  for (const { splitFact, above, adds } of trees) {
    let node = 0;
    while (node < INNER && (splitFact[node] ?? -1) >= 0)
      node = 2 * node + ((rowBins[splitFact[node] ?? 0] ?? 0) > (above[node] ?? 0) ? 2 : 1);
    sum += adds[node] ?? 0;
  }
  return sum;
}

const NO_EDGES = new Float32Array();

function binOf(edges: Float32Array, value: number): number {
  let bin = 0;
  while (bin < edges.length && value > (edges[bin] ?? 0)) bin += 1;
  return bin;
}

/** Upper ends of the bins: quantiles, or midpoints if there are few values. */
function edgesOf({ count, width, facts }: Examples, fact: number): Float32Array {
  const stride = Math.max(1, Math.floor(count / 10_000));
  const values = new Float32Array(Math.ceil(count / stride));
  for (let n = 0; n < values.length; n += 1) values[n] = facts[n * stride * width + fact] ?? 0;
  values.sort();
  const distinct = [...new Set(values)];
  if (distinct.length <= BINS)
    return Float32Array.from(distinct.slice(1), (value, n) => (value + (distinct[n] ?? 0)) / 2);
  const cuts = Array.from(
    { length: BINS - 1 },
    (_, n) => values[Math.floor((values.length * (n + 1)) / BINS)] ?? 0,
  );
  return Float32Array.from(new Set(cuts));
}

function binned({ count, width, facts }: Examples, edges: readonly Float32Array[]): Uint8Array {
  const bins = new Uint8Array(count * width);
  for (let n = 0; n < width; n += 1) {
    const ends = edges[n] ?? NO_EDGES;
    for (let cell = n; cell < bins.length; cell += width)
      bins[cell] = binOf(ends, facts[cell] ?? 0);
  }
  return bins;
}

interface Sample {
  bins: Uint8Array;
  width: number;
  slope: Float64Array;
  steep: Float64Array;
  /** Each tree splits on every other row, alternating: faster and just as good. */
  parity: number;
}

function growTree(sample: Sample): { tree: Tree; leafOf: Uint8Array } {
  const { bins, width, slope, steep } = sample;
  const splitFact = new Int16Array(INNER).fill(-1);
  const above = new Uint8Array(INNER);
  const node = new Uint8Array(slope.length);
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const first = 2 ** depth - 1;
    const sums = sumsByBin(sample, node, first);
    for (let n = 0; n <= first; n += 1) {
      const split = bestSplit(sums, { from: n * width * BINS, width });
      splitFact[first + n] = split.fact;
      above[first + n] = split.bin;
    }
    for (let row = 0; row < node.length; row += 1) {
      const nodeIndex = node[row] ?? 0;
      const fact = splitFact[nodeIndex] ?? -1;
      if (nodeIndex < first || fact < 0) continue;
      node[row] =
        2 * nodeIndex + ((bins[row * width + fact] ?? 0) > (above[nodeIndex] ?? 0) ? 2 : 1);
    }
  }
  const adds = new Float64Array(NODES);
  const proof = new Float64Array(NODES);
  for (let row = 0; row < node.length; row += 1) {
    const nodeIndex = node[row] ?? 0;
    adds[nodeIndex] = (adds[nodeIndex] ?? 0) + (slope[row] ?? 0);
    proof[nodeIndex] = (proof[nodeIndex] ?? 0) + (steep[row] ?? 0);
  }
  for (let nodeIndex = 0; nodeIndex < NODES; nodeIndex += 1)
    adds[nodeIndex] =
      (LEARNING_RATE * (adds[nodeIndex] ?? 0)) / ((proof[nodeIndex] ?? 0) + REGULARIZATION);
  return { tree: { splitFact, above, adds }, leafOf: node };
}

/** Slope and steepness side by side. Dominates the training time. */
function sumsByBin({ bins, width, slope, steep, parity }: Sample, node: Uint8Array, first: number) {
  const sums = new Float64Array(2 * (first + 1) * width * BINS);
  for (let row = parity; row < node.length; row += 2) {
    const nodeIndex = (node[row] ?? 0) - first;
    if (nodeIndex < 0) continue;
    const [up, firm] = [slope[row] ?? 0, steep[row] ?? 0];
    let offset = 2 * nodeIndex * width * BINS;
    for (let n = row * width; n < row * width + width; n += 1) {
      const bin = offset + 2 * (bins[n] ?? 0);
      sums[bin] = (sums[bin] ?? 0) + up;
      sums[bin + 1] = (sums[bin + 1] ?? 0) + firm;
      offset += 2 * BINS;
    }
  }
  return sums;
}

function bestSplit(
  sums: Float64Array,
  { from, width }: { from: number; width: number },
): { fact: number; bin: number } {
  let [allUp, allFirm] = [0, 0];
  for (let bin = from; bin < from + BINS; bin += 1) {
    allUp += sums[2 * bin] ?? 0;
    allFirm += sums[2 * bin + 1] ?? 0;
  }
  let best = { fact: -1, bin: 0, gain: MIN_GAIN };
  for (let fact = 0; fact < width; fact += 1) {
    let [up, firm] = [0, 0];
    for (let bin = 0; bin < BINS - 1; bin += 1) {
      const index = 2 * (from + fact * BINS + bin);
      up += sums[index] ?? 0;
      firm += sums[index + 1] ?? 0;
      if (firm < MIN_EVIDENCE) continue;
      if (allFirm - firm < MIN_EVIDENCE) break;
      const gain =
        up ** 2 / (firm + REGULARIZATION) +
        (allUp - up) ** 2 / (allFirm - firm + REGULARIZATION) -
        allUp ** 2 / (allFirm + REGULARIZATION);
      if (gain > best.gain) best = { fact, bin, gain };
    }
  }
  return best;
}
