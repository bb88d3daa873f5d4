import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { ApiError } from '../http/api-error.ts';

/** Tasks take a second at most; beyond this a thread hangs. */
const PATIENCE_MS = 60_000;
const IDLE_MS = 60_000;

/**
 * Threads for what takes a processor for long: they come when they are needed and go when they are
 * not, so many at a time, some more tasks in a queue, and beyond that `busy`. `start` makes one,
 * which answers each message with one.
 */
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

  /** The turn goes to who has waited longest. */
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
    const at = idle.findIndex((kept) => kept.worker === worker);
    if (at >= 0) for (const { timer } of idle.splice(at, 1)) clearTimeout(timer);
  }

  function takeWorker(): Worker {
    const kept = idle.pop();
    if (kept) {
      clearTimeout(kept.timer);
      kept.worker.ref();
      return kept.worker;
    }
    const worker = start();
    // One that breaks while nobody waits for it is no failure of anything.
    worker.on('error', () => undefined);
    worker.once('exit', () => forget(worker));
    return worker;
  }

  async function work(task: Task): Promise<Result> {
    const worker = takeWorker();
    try {
      worker.postMessage(task);
      const done = once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
      const [result] = await done;
      keep(worker);
      return result;
    } catch (error) {
      worker.terminate();
      throw error instanceof Error && error.name === 'AbortError' ? busy() : error;
    }
  }

  return {
    /** Throws `busy` where `run` would now: before what has to be looked up for a task. */
    check,
    /**
     * Throws `busy` when too many wait already, or when it takes too long. `beforehand` is called
     * when its turn has come, and may reject.
     */
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
