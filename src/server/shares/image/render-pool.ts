import { ApiError } from '../../http/api-error.ts';
import { startWorker } from '../../threads/start-worker.ts';
import { createThreads } from '../../threads/threads.ts';
import type { ImageContent } from './render-image.tsx';

const MAX_CONCURRENT = 2;
const MAX_QUEUED = 24;

export type RenderPool = ReturnType<typeof createRenderPool>;

/** Renders in worker threads, because an image blocks the thread for half a second. */
export function createRenderPool({ maxQueued = MAX_QUEUED } = {}) {
  const threads = createThreads<ImageContent, Uint8Array>({
    start: () => startWorker('render-worker', new URL('./render-worker.ts', import.meta.url)),
    maxConcurrent: MAX_CONCURRENT,
    maxQueued,
    createBusyError: () =>
      new ApiError(503, 'Too many images are being rendered. Please try again in a moment.', {
        retryAfter: 5,
      }),
  });
  return {
    /** Throws 503 if the queue is full or rendering takes too long. */
    render: async (content: ImageContent) => Buffer.from(await threads.run(content)),
    close: threads.close,
  };
}
