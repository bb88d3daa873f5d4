export interface Finding {
  benchmark: string;
  unit: string;
  product: number;
  baseline: number;
  ratio: number;
  /** The required ratio, such as '<= 2'. */
  threshold: string;
  holds: boolean;
  details?: Readonly<Record<string, number>>;
}

/** Measures both sides alternately, so that other load on the machine affects both. */
export async function compare(plan: {
  benchmark: string;
  unit: string;
  rounds: number;
  product(): Promise<number>;
  baseline(): Promise<number>;
  threshold: { atMost: number } | { atLeast: number };
}): Promise<Finding> {
  const [product, baseline]: [number[], number[]] = [[], []];
  // The first round warms up both sides and isn't counted.
  for (let round = 0; round <= plan.rounds; round += 1) {
    const [baselineValue, productValue] = [await plan.baseline(), await plan.product()];
    if (round === 0) continue;
    baseline.push(baselineValue);
    product.push(productValue);
  }
  const ratio = median(product.map((value, round) => value / (baseline[round] ?? Number.NaN)));
  const { benchmark, unit, threshold } = plan;
  return createFinding({
    benchmark,
    unit,
    product: median(product),
    baseline: median(baseline),
    ratio,
    threshold,
  });
}

/** The ratio defaults to that of the two values. */
export function createFinding({
  benchmark,
  unit,
  product,
  baseline,
  threshold,
  ratio = product / baseline,
}: {
  benchmark: string;
  unit: string;
  product: number;
  baseline: number;
  threshold: { atMost: number } | { atLeast: number };
  ratio?: number;
}): Finding {
  return {
    benchmark,
    unit,
    product: round(product),
    baseline: round(baseline),
    ratio: round(ratio),
    threshold: 'atMost' in threshold ? `<= ${threshold.atMost}` : `>= ${threshold.atLeast}`,
    holds: 'atMost' in threshold ? ratio <= threshold.atMost : ratio >= threshold.atLeast,
  };
}

export function compareWithTarget({
  target,
  ...measurement
}: {
  benchmark: string;
  unit: string;
  product: number;
  target: number;
}): Finding {
  return createFinding({ ...measurement, baseline: target, threshold: { atMost: 1 } });
}

export function addDetails(finding: Finding, details: Record<string, number>): Finding {
  const entries = Object.entries(details).map(([name, value]) => [name, round(value)]);
  return { ...finding, details: { ...finding.details, ...Object.fromEntries(entries) } };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
