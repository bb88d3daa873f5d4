import { EventEmitter } from 'node:events';
import { hash, verify } from '@node-rs/argon2';
import type { HashTask } from '#server/accounts/sign-in/hash-worker.ts';

interface Hashing {
  hash(password: string, cost?: Parameters<typeof hash>[1]): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

export const argon2: Hashing = { hash, verify };

const hashes = new Map<string, Promise<string>>();
const verifications = new Map<string, Promise<boolean>>();

/** Has production cost, but caches results, because most test fans share a password. */
const cachedHashing: Hashing = {
  hash: (password, cost) => getOrCompute(hashes, password, () => hash(password, cost)),
  verify: (stored, password) =>
    getOrCompute(verifications, `${stored} ${password}`, () => verify(stored, password)),
};

function getOrCompute<T>(
  cache: Map<string, Promise<T>>,
  key: string,
  compute: () => Promise<T>,
): Promise<T> {
  const result = cache.get(key) ?? compute();
  cache.set(key, result);
  return result;
}

const currentHashing = { ...cachedHashing };

export function replaceHashing(replacement: Partial<Hashing>): () => void {
  Object.assign(currentHashing, replacement);
  return () => void Object.assign(currentHashing, cachedHashing);
}

let salt = 0;

/** Instant, for tests that don't need real hashes. Equal passwords get different hashes. */
export const textHashing: Hashing = {
  async hash(password) {
    salt += 1;
    return `hash ${salt} of ${password}`;
  },
  verify: async (stored, password) => stored.replace(/^hash \d+ of /, '') === password,
};

export function startHashing() {
  const worker = new EventEmitter();
  const runTask = (task: HashTask): Promise<string | boolean> =>
    'stored' in task
      ? currentHashing.verify(task.stored, task.password)
      : currentHashing.hash(task.password, task.cost);
  return Object.assign(worker, {
    postMessage(task: HashTask) {
      runTask(task).then(
        (result) => worker.emit('message', result),
        (error: unknown) => worker.emit('error', error),
      );
    },
    terminate: async () => 0,
    ref() {},
    unref() {},
  });
}
