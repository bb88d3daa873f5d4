import { ApiError } from '../../http/api-error.ts';
import { startWorker } from '../../threads/start-worker.ts';
import { createThreads } from '../../threads/threads.ts';
import type { CardPicture } from './picture.tsx';

const MAX_AT_ONCE = 2;
const MAX_WAITING = 24;

export type DrawingPool = ReturnType<typeof createDrawingPool>;

/** Draws in worker threads, because a picture blocks a processor for half a second. */
export function createDrawingPool({ mostWaiting = MAX_WAITING } = {}) {
  const threads = createThreads<CardPicture, Uint8Array>({
    start: () => startWorker('draw-worker', new URL('./draw-worker.ts', import.meta.url)),
    mostAtOnce: MAX_AT_ONCE,
    mostWaiting,
    busy: () =>
      new ApiError(503, 'Too many pictures are being drawn. Please try again in a moment.', {
        retryAfter: 5,
      }),
  });
  return {
    /** Returns a PNG. Throws 503 if too many pictures are waiting or drawing takes too long. */
    draw: async (picture: CardPicture) => Buffer.from(await threads.run(picture)),
    close: threads.close,
  };
}
