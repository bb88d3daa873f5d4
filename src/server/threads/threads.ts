import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { MINUTE } from '#contract/durations.ts';
import type { ApiError } from '../http/api-error.ts';

/** Tasks take at most a second, so a thread that takes this long is stuck. */
const TASK_TIMEOUT_MS = MINUTE;
const IDLE_MS = MINUTE;

/** Workers must reply to each message with one message. */
export function createThreads<Task, Result>({
  start,
  maxConcurrent,
  maxQueued,
  createBusyError,
}: {
  start: () => Worker;
  maxConcurrent: number;
  maxQueued: number;
  createBusyError: () => ApiError;
}) {
  const idleWorkers: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  const waitingTasks: (() => void)[] = [];
  let runningCount = 0;
  let isClosed = false;

  function check(): void {
    if (isClosed || waitingTasks.length >= maxQueued) throw createBusyError();
  }

  async function acquireSlot(): Promise<void> {
    check();
    if (runningCount < maxConcurrent) {
      runningCount += 1;
      return;
    }
    await new Promise<void>((resolve) => waitingTasks.push(resolve));
  }

  function releaseSlot(): void {
    const startNext = waitingTasks.shift();
    if (startNext) startNext();
    else runningCount -= 1;
  }

  function returnToPool(worker: Worker): void {
    if (isClosed) return void worker.terminate();
    const timer = setTimeout(() => {
      removeFromPool(worker);
      worker.terminate();
    }, IDLE_MS);
    timer.unref();
    worker.unref();
    idleWorkers.push({ worker, timer });
  }

  function removeFromPool(worker: Worker): void {
    const index = idleWorkers.findIndex((entry) => entry.worker === worker);
    if (index >= 0) for (const { timer } of idleWorkers.splice(index, 1)) clearTimeout(timer);
  }

  function acquireWorker(): Worker {
    const idleWorker = idleWorkers.pop();
    if (idleWorker) {
      clearTimeout(idleWorker.timer);
      idleWorker.worker.ref();
      return idleWorker.worker;
    }
    const worker = start();
    // Without a listener, an error in an idle worker would crash the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => removeFromPool(worker));
    return worker;
  }

  async function runTask(task: Task): Promise<Result> {
    const worker = acquireWorker();
    try {
      worker.postMessage(task);
      const reply = once(worker, 'message', { signal: AbortSignal.timeout(TASK_TIMEOUT_MS) });
      const [result] = await reply;
      returnToPool(worker);
      return result;
    } catch (error) {
      worker.terminate();
      throw error instanceof Error && error.name === 'AbortError' ? createBusyError() : error;
    }
  }

  return {
    /** Throws a busy error if the queue is full. Call it before the queries that prepare a task. */
    check,
    /** Throws a busy error on a full queue or timeout. `beforeStart` runs once a thread is free. */
    async run(task: Task, beforeStart?: () => Promise<void>): Promise<Result> {
      await acquireSlot();
      try {
        await beforeStart?.();
        return await runTask(task);
      } finally {
        releaseSlot();
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      for (const { timer } of idleWorkers) clearTimeout(timer);
      await Promise.all(idleWorkers.splice(0).map(({ worker }) => worker.terminate()));
    },
  };
}
