import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { ApiError } from '../http/api-error.ts';

/** Tasks take a second at most, so a thread that takes this long is stuck. */
const TASK_TIMEOUT_MS = 60_000;
const IDLE_MS = 60_000;

/** Runs CPU-bound tasks in worker threads, which must answer each message with one message. */
export function createThreads<Task, Result>({
  start,
  mostAtOnce,
  mostWaiting,
  busy,
}: {
  start: () => Worker;
  mostAtOnce: number;
  mostWaiting: number;
  busy: () => ApiError;
}) {
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  const waiting: (() => void)[] = [];
  let working = 0;
  let isClosed = false;

  function check(): void {
    if (isClosed || waiting.length >= mostWaiting) throw busy();
  }

  async function takeTurn(): Promise<void> {
    check();
    if (working < mostAtOnce) {
      working += 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function passTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }

  function keep(worker: Worker): void {
    if (isClosed) return void worker.terminate();
    const timer = setTimeout(() => {
      forget(worker);
      worker.terminate();
    }, IDLE_MS);
    timer.unref();
    worker.unref();
    idle.push({ worker, timer });
  }

  function forget(worker: Worker): void {
    const index = idle.findIndex((entry) => entry.worker === worker);
    if (index >= 0) for (const { timer } of idle.splice(index, 1)) clearTimeout(timer);
  }

  function takeWorker(): Worker {
    const kept = idle.pop();
    if (kept) {
      clearTimeout(kept.timer);
      kept.worker.ref();
      return kept.worker;
    }
    const worker = start();
    // Without a listener, an error in an idle worker would crash the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => forget(worker));
    return worker;
  }

  async function work(task: Task): Promise<Result> {
    const worker = takeWorker();
    try {
      worker.postMessage(task);
      const done = once(worker, 'message', { signal: AbortSignal.timeout(TASK_TIMEOUT_MS) });
      const [result] = await done;
      keep(worker);
      return result;
    } catch (error) {
      worker.terminate();
      throw error instanceof Error && error.name === 'AbortError' ? busy() : error;
    }
  }

  return {
    /** Throws `busy()` if the queue is full. Call it before the queries that prepare a task. */
    check,
    /** Throws `busy()` on a full queue or a timeout. `beforehand` runs once a thread is free. */
    async run(task: Task, beforehand?: () => Promise<void>): Promise<Result> {
      await takeTurn();
      try {
        await beforehand?.();
        return await work(task);
      } finally {
        passTurn();
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      for (const { timer } of idle) clearTimeout(timer);
      await Promise.all(idle.splice(0).map(({ worker }) => worker.terminate()));
    },
  };
}
