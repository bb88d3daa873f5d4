/** The result of a benchmark, printed as one JSON line. */
export interface Finding {
  bench: string;
  /** The unit: milliseconds, or requests per second. */
  unit: string;
  ours: number;
  baseline: number;
  ratio: number;
  /** The required ratio: '<= 2'. */
  bar: string;
  holds: boolean;
  /** Additional measurements without a required value. */
  also?: Readonly<Record<string, number>>;
}

/**
 * Measures both sides alternately, so that other load on the machine affects both. The ratio is the
 * median of the rounds' ratios, because both sides of a round run under similar load.
 */
export async function compare(plan: {
  bench: string;
  unit: string;
  rounds: number;
  ours(): Promise<number>;
  baseline(): Promise<number>;
  bar: { atMost: number } | { atLeast: number };
}): Promise<Finding> {
  const [ours, baseline]: [number[], number[]] = [[], []];
  // The first round warms up both sides and doesn't count.
  for (let round = 0; round <= plan.rounds; round += 1) {
    const [baselineValue, ourValue] = [await plan.baseline(), await plan.ours()];
    if (round === 0) continue;
    baseline.push(baselineValue);
    ours.push(ourValue);
  }
  const ratio = median(ours.map((value, round) => value / (baseline[round] ?? Number.NaN)));
  const { bench, unit, bar } = plan;
  return findingOf({ bench, unit, ours: median(ours), baseline: median(baseline), ratio, bar });
}

/** Builds a finding. The ratio defaults to that of the two values. */
export function findingOf({
  bench,
  unit,
  ours,
  baseline,
  bar,
  ratio = ours / baseline,
}: {
  bench: string;
  unit: string;
  ours: number;
  baseline: number;
  bar: { atMost: number } | { atLeast: number };
  ratio?: number;
}): Finding {
  return {
    bench,
    unit,
    ours: rounded(ours),
    baseline: rounded(baseline),
    ratio: rounded(ratio),
    bar: 'atMost' in bar ? `<= ${bar.atMost}` : `>= ${bar.atLeast}`,
    holds: 'atMost' in bar ? ratio <= bar.atMost : ratio >= bar.atLeast,
  };
}

/** Compares a measurement with the promised maximum. */
export function againstPromise({
  promised,
  ...measured
}: {
  bench: string;
  unit: string;
  ours: number;
  promised: number;
}): Finding {
  return findingOf({ ...measured, baseline: promised, bar: { atMost: 1 } });
}

/** Adds additional measurements. */
export function withAlso(finding: Finding, also: Record<string, number>): Finding {
  const entries = Object.entries(also).map(([name, value]) => [name, rounded(value)]);
  return { ...finding, also: { ...finding.also, ...Object.fromEntries(entries) } };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
