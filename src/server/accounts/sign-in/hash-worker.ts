import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

// Runs in a worker because a hash takes tens of milliseconds of CPU. By default the package would
// use the four libuv threads, which everything else needs for files and DNS.

// Lower priority than requests, as in `draw-worker.ts`.
if (process.platform === 'linux') setPriority(0, 5);

export type HashTask = { password: string } & ({ cost: Options } | { stored: string });

parentPort?.on('message', (task: HashTask) => {
  const { password } = task;
  parentPort?.postMessage(
    'stored' in task ? verifySync(task.stored, password) : hashSync(password, task.cost),
  );
});
