/** A process that simulates the seeds that its parent sends, one at a time, on its own database. */
import { simulate } from './simulate.ts';
import { openTemporaryWorld } from './temporary-world.ts';

/** A message from the parent. */
export interface SimulationTask {
  seed: number;
  maxSteps: number;
}

// Ctrl+C signals every process of the terminal. The parent sends no more seeds, and this one
// finishes.
process.on('SIGINT', () => undefined);

const world = await openTemporaryWorld();

process.on('message', async ({ seed, maxSteps }: SimulationTask) => {
  process.send?.(await simulate(world, seed, maxSteps));
});
process.on('disconnect', () => void world.close());
