import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type PackedLesson, unpackLesson } from '../odds/lesson.ts';
import { predictNight } from './predict-night.ts';

// A thread of its own, as in `odds-worker.ts`: requests go first.
if (process.platform === 'linux') setPriority(0, 10);

parentPort?.on('message', (lesson: PackedLesson) => {
  parentPort?.postMessage(predictNight(unpackLesson(lesson)));
});
