import { simulateShow } from './simulate-show.ts';

/** Sets exit code 1 if a board or an invariant is wrong. */
export async function runSimulatedShow(): Promise<void> {
  const startedAt = performance.now();
  const differences = await simulateShow();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`);
  const verdict = differences.length === 0 ? 'every board equals the recount' : 'DIFFERENCES';
  console.log(`${seconds} s: ${verdict}.`);
  if (differences.length > 0) process.exitCode = 1;
}
