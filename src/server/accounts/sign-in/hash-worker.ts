import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

// Runs in a worker: its async functions use the libuv threads that files and DNS need.

if (process.platform === 'linux') setPriority(0, 5);

export type HashTask = { password: string } & ({ cost: Options } | { stored: string });

parentPort?.on('message', (task: HashTask) => {
  const { password } = task;
  parentPort?.postMessage(
    'stored' in task ? verifySync(task.stored, password) : hashSync(password, task.cost),
  );
});
