import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { trainShowByShow } from './model/train-odds.ts';
import { type PackedTrainingData, unpackTrainingData } from './model/training-data.ts';

// Lower priority than requests, as in `render-worker.ts`.
if (process.platform === 'linux') setPriority(0, 10);

parentPort?.on('message', (data: PackedTrainingData) => {
  parentPort?.postMessage(trainShowByShow(unpackTrainingData(data)));
});
