/** What one bench found, printed as one JSON line. */
export interface Finding {
  bench: string;
  /** What was measured: milliseconds, or requests a second. */
  unit: string;
  ours: number;
  baseline: number;
  ratio: number;
  /** What the ratio is held to: '<= 2'. */
  bar: string;
  holds: boolean;
  /** What else was seen meanwhile; no bar is on it. */
  also?: Readonly<Record<string, number>>;
}

/**
 * Measures both sides alternately, so that what else the machine does meets both. The ratio is the
 * median of the rounds' ratios, as a round's two sides saw much the same machine.
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
  // The first round warms both sides up and is thrown away.
  for (let round = 0; round <= plan.rounds; round += 1) {
    const [one, other] = [await plan.baseline(), await plan.ours()];
    if (round === 0) continue;
    baseline.push(one);
    ours.push(other);
  }
  const ratio = median(ours.map((one, round) => one / (baseline[round] ?? Number.NaN)));
  const { bench, unit, bar } = plan;
  return findingOf({ bench, unit, ours: median(ours), baseline: median(baseline), ratio, bar });
}

/** What one run found; the ratio is that of the two values where none is given. */
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

/** What was measured, beside the most that is promised. */
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

/** With what else was seen meanwhile. */
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
