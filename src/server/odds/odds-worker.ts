import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { learnByNight } from './learn-odds.ts';
import { type PackedLesson, unpackLesson } from './lesson.ts';

// A thread of its own: learning takes a processor for seconds, where there are thousands of shows.

// Requests go first, as in `draw-worker.ts`; nobody waits for this one but the curious.
if (process.platform === 'linux') setPriority(0, 10);

parentPort?.on('message', (lesson: PackedLesson) => {
  parentPort?.postMessage(learnByNight(unpackLesson(lesson)));
});
