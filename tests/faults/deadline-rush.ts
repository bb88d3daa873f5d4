import { measureDeadline } from '../../bench/load/deadline.ts';
import { percentile } from '../../bench/load/report.ts';
import type { Database } from '../crowd/seeded-product.ts';
import { findPostgres } from '../support/installed-programs.ts';
import { type Outcome, SkippedFault } from './outcome.ts';

export async function runDeadlineRush(database: Database): Promise<Outcome> {
  if (database === 'url' && !findPostgres()) throw new SkippedFault('PostgreSQL is not installed');
  const { description, times, target, errors } = await measureDeadline(database);
  const p99 = Math.round(percentile(times, 0.99));
  return {
    summary: `${description}: p99 ${p99} ms, longest ${Math.round(Math.max(...times))} ms`,
    broken: errors,
    slow: { 'ms too slow at p99': Math.max(0, p99 - target) },
  };
}
