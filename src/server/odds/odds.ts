import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { startWorker } from '../threads/start-worker.ts';
import { createThreads } from '../threads/threads.ts';
import type { TrainedOdds } from './model/train-odds.ts';
import type { PackedTrainingData } from './model/training-data.ts';
import { readTrainingData, readTrainingDataVersion } from './read-training-data.ts';

/** Debounces bursts of changes. A request starts training immediately. */
const DEBOUNCE_MS = 10_000;

export function createOdds({
  db,
  bus,
  clock,
  shutdownSignal,
}: Pick<Context, 'db' | 'bus' | 'clock' | 'shutdownSignal'>) {
  const threads = createThreads<PackedTrainingData, TrainedOdds[]>({
    start: () => startWorker('odds-worker', new URL('./odds-worker.ts', import.meta.url)),
    maxConcurrent: 1,
    maxQueued: 4,
    createBusyError: () =>
      new ApiError(503, 'The odds are being calculated. Please try again in a moment.', {
        retryAfter: 5,
      }),
  });
  let latest: { version: string; odds: Promise<TrainedOdds[]> } | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function train(): Promise<TrainedOdds[]> {
    const version = await readTrainingDataVersion(db);
    if (latest?.version === version) return latest.odds;
    const entry = {
      version,
      odds: readTrainingData(db, clock()).then((data) => threads.run(data)),
    };
    latest = entry;
    entry.odds.catch(() => {
      if (latest === entry) latest = undefined;
    });
    return entry.odds;
  }

  function scheduleTraining(): void {
    clearTimeout(timer);
    if (shutdownSignal.aborted) return;
    timer = setTimeout(() => void train().catch(() => undefined), DEBOUNCE_MS);
    timer.unref();
  }

  let stopListening: (() => void) | undefined;

  return {
    train,

    startRetraining(): void {
      scheduleTraining();
      stopListening = bus.subscribe((changes) => {
        if (changes.some(({ topic }) => topic === 'show' || topic === 'setlist'))
          scheduleTraining();
      });
    },

    async close(): Promise<void> {
      stopListening?.();
      clearTimeout(timer);
      await threads.close();
    },
  };
}
