import { ApiError } from '../../http/api-error.ts';
import { startWorker } from '../../threads/start-worker.ts';
import { createThreads } from '../../threads/threads.ts';
import type { CardPicture } from './picture.tsx';

const MOST_AT_ONCE = 2;
const MOST_WAITING = 24;

export type DrawingPool = ReturnType<typeof createDrawingPool>;

/** Draws pictures in threads: half a second of a processor each. */
export function createDrawingPool({ mostWaiting = MOST_WAITING } = {}) {
  const threads = createThreads<CardPicture, Uint8Array>({
    start: () => startWorker('draw-worker', new URL('./draw-worker.ts', import.meta.url)),
    mostAtOnce: MOST_AT_ONCE,
    mostWaiting,
    busy: () =>
      new ApiError(503, 'Too many pictures are being drawn. Please try again in a moment.', {
        retryAfter: 5,
      }),
  });
  return {
    /** A PNG. Throws 503 when too many wait already, or when it takes too long. */
    draw: async (picture: CardPicture) => Buffer.from(await threads.run(picture)),
    close: threads.close,
  };
}
