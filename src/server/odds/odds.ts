import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { startWorker } from '../threads/start-worker.ts';
import { createThreads } from '../threads/threads.ts';
import type { TrainedOdds } from './model/train-odds.ts';
import type { PackedTrainingData } from './model/training-data.ts';
import { readTrainingData, readTrainingDataVersion } from './read-training-data.ts';

/** Changes come in bursts. A request doesn't wait for this: it starts the training itself. */
const DEBOUNCE_MS = 10_000;

export function createOdds({
  db,
  bus,
  clock,
  leaving,
}: Pick<Context, 'db' | 'bus' | 'clock' | 'leaving'>) {
  const threads = createThreads<PackedTrainingData, TrainedOdds[]>({
    start: () => startWorker('odds-worker', new URL('./odds-worker.ts', import.meta.url)),
    mostAtOnce: 1,
    mostWaiting: 4,
    busy: () =>
      new ApiError(503, 'The odds are being learnt. Please try again in a moment.', {
        retryAfter: 5,
      }),
  });
  let latest: { name: string; odds: Promise<TrainedOdds[]> } | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Includes every change committed before the call. */
  async function learn(): Promise<TrainedOdds[]> {
    const name = await readTrainingDataVersion(db);
    if (latest?.name === name) return latest.odds;
    const entry = {
      name,
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
    if (leaving.aborted) return;
    // The next request reports the error.
    timer = setTimeout(() => void learn().catch(() => undefined), DEBOUNCE_MS);
    timer.unref();
  }

  let stopListening: (() => void) | undefined;

  return {
    learn,

    keepLearning(): void {
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
