import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { trainShowByShow } from './model/train-odds.ts';
import { type PackedTrainingData, unpackTrainingData } from './model/training-data.ts';

if (process.platform === 'linux') setPriority(0, 10);

parentPort?.on('message', (data: PackedTrainingData) => {
  parentPort?.postMessage(trainShowByShow(unpackTrainingData(data)));
});
