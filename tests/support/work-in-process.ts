import { EventEmitter } from 'node:events';
import { hash, verify } from '@node-rs/argon2';
import type { HashTask } from '#server/accounts/hash-worker.ts';

/**
 * In place of `server/threads/start-worker.ts`, for tests that put something in place of argon2:
 * a thread would load its own.
 */
export function startWorker() {
  const worker = new EventEmitter();
  const answer = (task: HashTask): Promise<string | boolean> =>
    'stored' in task ? verify(task.stored, task.password) : hash(task.password, task.cost);
  return Object.assign(worker, {
    postMessage(task: HashTask) {
      answer(task).then(
        (result) => worker.emit('message', result),
        (error: unknown) => worker.emit('error', error),
      );
    },
    terminate: async () => 0,
    ref() {},
    unref() {},
  });
}
