import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import type { PackedTrainingData } from '../odds/model/training-data.ts';
import { startWorker } from '../threads/start-worker.ts';
import { createThreads } from '../threads/threads.ts';
import { predictDueShows } from './predict-due-shows.ts';
import type { HouseLists } from './predict-night.ts';

const INTERVAL_MS = 20_000;
/** More changes may follow right away. */
const DELAY_MS = 1_000;

export function startHousePlayers(context: Context, log: Pick<FastifyBaseLogger, 'error'>) {
  const { bus, leaving } = context;
  const threads = createThreads<PackedTrainingData, HouseLists>({
    start: () => startWorker('house-worker', new URL('./house-worker.ts', import.meta.url)),
    mostAtOnce: 1,
    mostWaiting: 1,
    busy: () => new ApiError(503, 'The house players took too long.'),
  });
  const closing = new AbortController();
  const ending = AbortSignal.any([leaving, closing.signal]);
  // Shutdown doesn't wait for a prediction: another server or the next start repeats it.
  const atEnd = new Promise<never>((_, reject) =>
    ending.addEventListener('abort', () => reject(ending.reason), { once: true }),
  );
  atEnd.catch(() => undefined);
  const predict = (trainingData: PackedTrainingData) =>
    Promise.race([threads.run(trainingData), atEnd]);
  let playing: Promise<void> | undefined;
  let soon: NodeJS.Timeout | undefined;

  function predictDue(): void {
    if (ending.aborted) return;
    playing ??= predictDueShows({ ...context, log }, predict, ending)
      .catch((err: unknown) => log.error({ err }, 'the house players could not look for shows'))
      .finally(() => {
        playing = undefined;
      });
  }

  function predictSoon(): void {
    clearTimeout(soon);
    soon = setTimeout(predictDue, DELAY_MS).unref();
  }

  predictSoon();
  const timer = setInterval(predictDue, INTERVAL_MS).unref();
  const stopListening = bus.subscribe((changes) => {
    if (changes.some(({ topic }) => topic === 'show')) predictSoon();
  });
  return {
    async close() {
      closing.abort();
      stopListening();
      clearTimeout(soon);
      clearInterval(timer);
      await threads.close();
      await playing;
    },
  };
}
