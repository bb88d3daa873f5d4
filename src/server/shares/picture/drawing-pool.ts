import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../http/api-error.ts';
import { projectFile, runsFromSource } from '../../project-files.ts';
import type { CardPicture } from './picture.tsx';

const MOST_AT_ONCE = 2;
const MOST_WAITING = 24;
/** A drawing takes half a second of a processor; beyond this its thread hangs. */
const PATIENCE_MS = 60_000;
const IDLE_MS = 60_000;

export type DrawingPool = ReturnType<typeof createDrawingPool>;

/**
 * Draws pictures in threads, which come when they are needed and go when they are not: at most two
 * at a time, some more in a queue, and beyond that 503 with `Retry-After`.
 */
export function createDrawingPool({ mostWaiting = MOST_WAITING } = {}) {
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  const waiting: (() => void)[] = [];
  let drawing = 0;
  let isClosed = false;

  async function takeTurn(): Promise<void> {
    if (isClosed) throw busy();
    if (drawing < MOST_AT_ONCE) {
      drawing += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw busy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** The turn goes to who has waited longest. */
  function passTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else drawing -= 1;
  }

  function keep(worker: Worker): void {
    if (isClosed) return void worker.terminate();
    const timer = setTimeout(() => {
      forget(worker);
      worker.terminate();
    }, IDLE_MS);
    timer.unref();
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
      return kept.worker;
    }
    const worker = startWorker();
    // One that breaks while nobody waits for it is no failure of anything.
    worker.on('error', () => undefined);
    worker.once('exit', () => forget(worker));
    worker.unref();
    return worker;
  }

  return {
    /** A PNG. Throws 503 when too many wait already, or when it takes too long. */
    async draw(picture: CardPicture): Promise<Buffer> {
      await takeTurn();
      const worker = takeWorker();
      try {
        worker.postMessage(picture);
        const drawn = once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
        const [png] = await drawn;
        keep(worker);
        return Buffer.from(png);
      } catch (error) {
        worker.terminate();
        throw error instanceof Error && error.name === 'AbortError' ? busy() : error;
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

function busy(): ApiError {
  return new ApiError(503, 'Too many pictures are being drawn. Please try again in a moment.', {
    retryAfter: 5,
  });
}

/** From the bundle that `scripts/build.mjs` makes of it, or in development from the source. */
function startWorker(): Worker {
  if (!runsFromSource) return new Worker(projectFile('dist/server/draw-worker.js'));
  // A thread does not inherit tsx, and can't begin with what only tsx can read.
  const source = new URL('./draw-worker.ts', import.meta.url).href;
  const begin = `import('tsx/esm/api')
    .then(({ register }) => register())
    .then(() => import(${JSON.stringify(source)}))`;
  return new Worker(begin, { eval: true, execArgv: [] });
}
