/** Child process that simulates the seeds from its parent, one at a time, on its own database. */
import { simulate } from './simulate.ts';
import { openTemporaryWorld } from './temporary-world.ts';

export interface SimulationTask {
  seed: number;
  maxSteps: number;
}

// Ctrl+C signals every process. The parent sends no more seeds, and this process finishes.
process.on('SIGINT', () => undefined);

const world = await openTemporaryWorld();

process.on('message', async ({ seed, maxSteps }: SimulationTask) => {
  process.send?.(await simulate(world, seed, maxSteps));
});
process.on('disconnect', () => void world.close());
