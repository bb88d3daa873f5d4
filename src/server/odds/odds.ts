import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { startWorker } from '../threads/start-worker.ts';
import { createThreads } from '../threads/threads.ts';
import type { TrainedOdds } from './model/train-odds.ts';
import type { PackedTrainingData } from './model/training-data.ts';
import { readTrainingData, readTrainingDataVersion } from './read-training-data.ts';

/**
 * Changes come in bursts, and learning takes a small machine about a second: it starts once a burst is
 * over. A fan who asks sooner gets odds that know of every change, after that second.
 */
const LEARN_AFTER_MS = 10_000;

/** Learns the odds in a thread of its own whenever what they are learnt from has changed. */
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

  /** As of every change that was made before it is asked. */
  async function learn(): Promise<TrainedOdds[]> {
    const name = await readTrainingDataVersion(db);
    if (latest?.name === name) return latest.odds;
    const lesson = {
      name,
      odds: readTrainingData(db, clock()).then((lesson) => threads.run(lesson)),
    };
    latest = lesson;
    lesson.odds.catch(() => {
      if (latest === lesson) latest = undefined;
    });
    return lesson.odds;
  }

  function learnAhead(): void {
    clearTimeout(timer);
    if (leaving.aborted) return;
    // Whoever asks for the odds is told what went wrong.
    timer = setTimeout(() => void learn().catch(() => undefined), LEARN_AFTER_MS);
    timer.unref();
  }

  let stopListening: (() => void) | undefined;

  return {
    learn,

    /** Begins to learn by itself: now, and after each change of a show. */
    keepLearning(): void {
      learnAhead();
      stopListening = bus.subscribe((changes) => {
        if (changes.some(({ topic }) => topic === 'show' || topic === 'setlist')) learnAhead();
      });
    },

    async close(): Promise<void> {
      stopListening?.();
      clearTimeout(timer);
      await threads.close();
    },
  };
}
