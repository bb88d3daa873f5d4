import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { trainShowByShow } from './model/train-odds.ts';
import { type PackedTrainingData, unpackTrainingData } from './model/training-data.ts';

// A thread of its own: learning takes a processor for seconds, where there are thousands of shows.

// Requests go first, as in `draw-worker.ts`; nobody waits for this one but the curious.
if (process.platform === 'linux') setPriority(0, 10);

parentPort?.on('message', (lesson: PackedTrainingData) => {
  parentPort?.postMessage(trainShowByShow(unpackTrainingData(lesson)));
});
