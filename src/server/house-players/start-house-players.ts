import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import type { PackedTrainingData } from '../odds/model/training-data.ts';
import { startWorker } from '../threads/start-worker.ts';
import { createThreads } from '../threads/threads.ts';
import { predictDueShows } from './predict-due-shows.ts';
import type { NightForecast } from './predict-night.ts';

const INTERVAL_MS = 20_000;
const DEBOUNCE_MS = 1_000;

export function startHousePlayers(context: Context, log: Pick<FastifyBaseLogger, 'error'>) {
  const { bus, shutdownSignal } = context;
  const threads = createThreads<PackedTrainingData, NightForecast>({
    start: () => startWorker('house-worker', new URL('./house-worker.ts', import.meta.url)),
    maxConcurrent: 1,
    maxQueued: 1,
    createBusyError: () => new ApiError(503, 'The house players took too long.'),
  });
  const closeController = new AbortController();
  const stopSignal = AbortSignal.any([shutdownSignal, closeController.signal]);
  // Shutdown doesn't wait: another server or the next start repeats the prediction.
  const rejectOnStop = new Promise<never>((_, reject) =>
    stopSignal.addEventListener('abort', () => reject(stopSignal.reason), { once: true }),
  );
  rejectOnStop.catch(() => undefined);
  const predict = (trainingData: PackedTrainingData) =>
    Promise.race([threads.run(trainingData), rejectOnStop]);
  let currentRun: Promise<void> | undefined;
  let delayTimer: NodeJS.Timeout | undefined;

  function predictDue(): void {
    if (stopSignal.aborted) return;
    currentRun ??= predictDueShows({ ...context, log }, predict, stopSignal)
      .catch((err: unknown) => log.error({ err }, 'house players failed to find due shows'))
      .finally(() => {
        currentRun = undefined;
      });
  }

  function schedulePrediction(): void {
    clearTimeout(delayTimer);
    delayTimer = setTimeout(predictDue, DEBOUNCE_MS).unref();
  }

  schedulePrediction();
  const timer = setInterval(predictDue, INTERVAL_MS).unref();
  const stopListening = bus.subscribe((changes) => {
    if (changes.some(({ topic }) => topic === 'show')) schedulePrediction();
  });
  return {
    async close() {
      closeController.abort();
      stopListening();
      clearTimeout(delayTimer);
      clearInterval(timer);
      await threads.close();
      await currentRun;
    },
  };
}
