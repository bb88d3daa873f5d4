import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type PackedTrainingData, unpackTrainingData } from '../odds/model/training-data.ts';
import { predictNight } from './predict-night.ts';

if (process.platform === 'linux') setPriority(0, 10);

parentPort?.on('message', (trainingData: PackedTrainingData) => {
  parentPort?.postMessage(predictNight(unpackTrainingData(trainingData)));
});
