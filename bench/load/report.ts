import { cpus, loadavg } from 'node:os';

export interface LoadResult {
  name: string;
  description: string;
  /** In milliseconds. */
  times: number[];
  /** Target for the p99, in milliseconds. */
  target: number;
  errors: Record<string, number>;
  /** Extra columns, such as 'requests per page and song': 0.01. */
  notes: Record<string, number | string>;
}

const BAR_LENGTH = 40;

export function isTargetMet({ times, target, errors }: LoadResult): boolean {
  return percentile(times, 0.99) <= target && Object.values(errors).every((count) => count === 0);
}

export function print(result: LoadResult): void {
  const { name, description, times, target, errors, notes } = result;
  const columns: Record<string, number | string> = {
    'load test': name,
    times: times.length,
    p50: `${Math.round(percentile(times, 0.5))} ms`,
    p99: `${Math.round(percentile(times, 0.99))} ms`,
    max: `${Math.round(Math.max(...times))} ms`,
    'p99 target': `${target} ms`,
    ...errors,
    ...notes,
    load: loadavg()[0]?.toFixed(1) ?? '',
    'target met': isTargetMet(result) ? 'yes' : 'NO',
  };
  const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  console.log(
    `\n${description}; ${cpus().length} processors (${cpus()[0]?.model}), Node ${process.version}`,
  );
  console.log(row(Object.keys(columns)));
  console.log(row(Object.keys(columns).map(() => '---')));
  console.log(row(Object.values(columns)));
  console.log(`\n${renderChart(times)}\n`);
}

function renderChart(times: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const time of times) {
    const bar = Math.max(0, Math.ceil(Math.log2(time)));
    counts.set(bar, (counts.get(bar) ?? 0) + 1);
  }
  const max = Math.max(...counts.values());
  const bars = [...counts].toSorted(([a], [b]) => a - b);
  return bars
    .map(([bar, count]) => {
      const barText = '█'.repeat(Math.max(1, Math.round((count / max) * BAR_LENGTH)));
      return `  up to ${String(2 ** bar).padStart(6)} ms  ${barText} ${count}`;
    })
    .join('\n');
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
