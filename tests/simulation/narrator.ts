/**
 * A process that tells stories: those seeds that its parent sends, one after the other, on a database of
 * its own. It ends when nobody is there to send any more.
 */
import { simulate } from './simulate.ts';
import { openTemporaryWorld } from './temporary-world.ts';

/** What the parent sends. */
export interface SimulationTask {
  seed: number;
  maxSteps: number;
}

// Ctrl+C reaches every process of a terminal: the parent sends no more, and this story is told to its end.
process.on('SIGINT', () => undefined);

const world = await openTemporaryWorld();

process.on('message', async ({ seed, maxSteps }: SimulationTask) => {
  process.send?.(await simulate(world, seed, maxSteps));
});
process.on('disconnect', () => void world.close());
