import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

// A thread of its own: a hash takes a processor for tens of milliseconds. Node's own threads, which
// the package would use by itself, are four, and read files and look up names for everybody.

// Requests go first, as in `draw-worker.ts`.
if (process.platform === 'linux') setPriority(0, 5);

/** What to hash, at which cost, or with what to compare it. */
export type HashTask = { password: string } & ({ cost: Options } | { stored: string });

parentPort?.on('message', (task: HashTask) => {
  const { password } = task;
  parentPort?.postMessage(
    'stored' in task ? verifySync(task.stored, password) : hashSync(password, task.cost),
  );
});
