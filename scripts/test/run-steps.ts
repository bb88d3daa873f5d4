import { one, type Step } from './steps.ts';
import { addTallies, describeTally, type Tally } from './tally.ts';

/**
 * Runs all the steps, whatever fails on the way, those of a list at once, and closes with the line
 * that sums them up.
 */
export async function runSteps(rows: (Step | Step[])[]): Promise<void> {
  const steps = rows.flat();
  const tallies = new Map<Step, Tally>();
  const take = async (step: Step) => {
    const hollow = step.needs && tallies.get(step.needs)?.failed !== 0;
    tallies.set(step, hollow ? one('skipped') : await step.check());
  };
  for (const row of rows) {
    const together = [row].flat();
    const started = Date.now();
    console.log(`\n── ${together.map(({ name }) => name).join(' · ')}`);
    await Promise.all(together.map(take));
    const tally = addTallies(together.flatMap((step) => tallies.get(step) ?? []));
    console.log(`${describeTally(tally)} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }

  const total = addTallies([...tallies.values()]);
  const broken = steps.filter((step) => tallies.get(step)?.failed !== 0).map(({ name }) => name);
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(' · ')}`);
  // Again at the end: of a long run often only that is kept.
  for (const failure of total.failures) console.log(`\n${failure}`);
  console.log(`\n${describeTally(total)}`);
  if (total.failed > 0) process.exitCode = 1;
}
