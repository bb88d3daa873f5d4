import { one, type Step } from './steps.ts';
import { addTallies, describeTally, type Tally } from './tally.ts';

/** Runs all the steps, whatever fails on the way, and closes with the line that sums them up. */
export async function runSteps(steps: Step[]): Promise<void> {
  const tallies = new Map<Step, Tally>();
  for (const step of steps) {
    const started = Date.now();
    console.log(`\n── ${step.name}`);
    const hollow = step.needs && tallies.get(step.needs)?.failed !== 0;
    const tally = hollow ? one('skipped') : await step.check();
    tallies.set(step, tally);
    console.log(`${describeTally(tally)} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }

  const total = addTallies([...tallies.values()]);
  const broken = steps.filter((step) => tallies.get(step)?.failed !== 0).map(({ name }) => name);
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(' · ')}`);
  console.log(`\n${describeTally(total)}`);
  if (total.failed > 0) process.exitCode = 1;
}
