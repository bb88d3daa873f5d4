import { chanceOf, type Examples } from './examples.ts';

/** Adds to a row's logarithmic odds what sums of single facts cannot say: small trees, one after another. */
export interface Trees {
  edges: Float32Array[];
  trees: Tree[];
}

/** A full binary tree: the children of node n are 2n + 1 and 2n + 2. */
interface Tree {
  /** For an inner node the fact that it asks for; -1 where it is a leaf. */
  asks: Int16Array;
  /** Right where the fact lies in a higher bin than this. */
  above: Uint8Array;
  adds: Float64Array;
}

const TREES = 40;
const DEPTH = 3;
const INNER = 2 ** DEPTH - 1;
const NODES = 2 ** (DEPTH + 1) - 1;
const BINS = 24;
const STEP = 0.1;
/** Of how much evidence a leaf must be, how much it is doubted, and what a question must gain. */
const LEAST = 15;
const DOUBT = 5;
const WORTH_ASKING = 0.5;

/** Gradient boosting with histograms; `logOdds` is what is known without the trees, and is used up. */
export function growTrees(examples: Examples, logOdds: Float64Array): Trees {
  const { count, width, played, weight } = examples;
  const edges = Array.from({ length: width }, (_, fact) => edgesOf(examples, fact));
  const bins = binned(examples, edges);
  const slope = new Float64Array(count);
  const steep = new Float64Array(count);
  const trees: Tree[] = [];
  for (let made = 0; made < TREES; made += 1) {
    for (let row = 0; row < count; row += 1) {
      const chance = chanceOf(logOdds[row] ?? 0);
      slope[row] = ((played[row] ?? 0) - chance) * (weight[row] ?? 0);
      steep[row] = Math.max(1e-6, chance * (1 - chance)) * (weight[row] ?? 0);
    }
    const { tree, leafOf } = growTree({ bins, width, slope, steep, parity: made % 2 });
    for (let row = 0; row < count; row += 1)
      logOdds[row] = (logOdds[row] ?? 0) + (tree.adds[leafOf[row] ?? 0] ?? 0);
    trees.push(tree);
  }
  return { edges, trees };
}

/** What the trees add to the logarithmic odds of a row. */
export function sumOfTrees({ edges, trees }: Trees, facts: Float32Array, row: number): number {
  const width = edges.length;
  const line = new Uint8Array(width);
  for (let n = 0; n < width; n += 1)
    line[n] = binOf(edges[n] ?? NO_EDGES, facts[row * width + n] ?? 0);
  let sum = 0;
  for (const { asks, above, adds } of trees) {
    let node = 0;
    while (node < INNER && (asks[node] ?? -1) >= 0)
      node = 2 * node + ((line[asks[node] ?? 0] ?? 0) > (above[node] ?? 0) ? 2 : 1);
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

/** Where a fact's bins end: as many rows in each, or between its values where it has few. */
function edgesOf({ count, width, facts }: Examples, fact: number): Float32Array {
  const every = Math.max(1, Math.floor(count / 10_000));
  const values = new Float32Array(Math.ceil(count / every));
  for (let n = 0; n < values.length; n += 1) values[n] = facts[n * every * width + fact] ?? 0;
  values.sort();
  const different = [...new Set(values)];
  if (different.length <= BINS)
    return Float32Array.from(different.slice(1), (value, n) => (value + (different[n] ?? 0)) / 2);
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
    for (let at = n; at < bins.length; at += width) bins[at] = binOf(ends, facts[at] ?? 0);
  }
  return bins;
}

interface Sample {
  bins: Uint8Array;
  width: number;
  slope: Float64Array;
  steep: Float64Array;
  /** Questions are chosen by every other row, each tree by the other half: quicker, and no worse. */
  parity: number;
}

function growTree(sample: Sample): { tree: Tree; leafOf: Uint8Array } {
  const { bins, width, slope, steep } = sample;
  const asks = new Int16Array(INNER).fill(-1);
  const above = new Uint8Array(INNER);
  const node = new Uint8Array(slope.length);
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const first = 2 ** depth - 1;
    const sums = sumsByBin(sample, node, first);
    for (let n = 0; n <= first; n += 1) {
      const split = bestSplit(sums, { from: n * width * BINS, width });
      asks[first + n] = split.fact;
      above[first + n] = split.bin;
    }
    for (let row = 0; row < node.length; row += 1) {
      const at = node[row] ?? 0;
      const fact = asks[at] ?? -1;
      if (at < first || fact < 0) continue;
      node[row] = 2 * at + ((bins[row * width + fact] ?? 0) > (above[at] ?? 0) ? 2 : 1);
    }
  }
  const adds = new Float64Array(NODES);
  const proof = new Float64Array(NODES);
  for (let row = 0; row < node.length; row += 1) {
    const at = node[row] ?? 0;
    adds[at] = (adds[at] ?? 0) + (slope[row] ?? 0);
    proof[at] = (proof[at] ?? 0) + (steep[row] ?? 0);
  }
  for (let at = 0; at < NODES; at += 1)
    adds[at] = (STEP * (adds[at] ?? 0)) / ((proof[at] ?? 0) + DOUBT);
  return { tree: { asks, above, adds }, leafOf: node };
}

/**
 * For each node of a level, each fact and each bin of it two sums of its rows, side by side: slope, steepness.
 * This is where the trees take their time.
 */
function sumsByBin({ bins, width, slope, steep, parity }: Sample, node: Uint8Array, first: number) {
  const sums = new Float64Array(2 * (first + 1) * width * BINS);
  for (let row = parity; row < node.length; row += 2) {
    const at = (node[row] ?? 0) - first;
    if (at < 0) continue;
    const [up, firm] = [slope[row] ?? 0, steep[row] ?? 0];
    let line = 2 * at * width * BINS;
    for (let n = row * width; n < row * width + width; n += 1) {
      const bin = line + 2 * (bins[n] ?? 0);
      sums[bin] = (sums[bin] ?? 0) + up;
      sums[bin + 1] = (sums[bin + 1] ?? 0) + firm;
      line += 2 * BINS;
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
  let best = { fact: -1, bin: 0, gain: WORTH_ASKING };
  for (let fact = 0; fact < width; fact += 1) {
    let [up, firm] = [0, 0];
    for (let bin = 0; bin < BINS - 1; bin += 1) {
      const at = 2 * (from + fact * BINS + bin);
      up += sums[at] ?? 0;
      firm += sums[at + 1] ?? 0;
      if (firm < LEAST) continue;
      if (allFirm - firm < LEAST) break;
      const gain =
        up ** 2 / (firm + DOUBT) +
        (allUp - up) ** 2 / (allFirm - firm + DOUBT) -
        allUp ** 2 / (allFirm + DOUBT);
      if (gain > best.gain) best = { fact, bin, gain };
    }
  }
  return best;
}
