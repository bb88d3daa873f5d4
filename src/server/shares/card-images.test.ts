import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import type { SharedCard } from '#contract/scorecard.ts';
import { createLimits } from '../http/limit.ts';
import { createCardImages } from './card-images.ts';

const render = vi.hoisted(() => vi.fn());
vi.mock('./image/render-pool.ts', () => ({
  createRenderPool: () => ({ render, close: async () => undefined }),
}));

test('skips pictures whose emails no longer wait for them', async () => {
  const band = { current: () => ({ productName: 'Called It', gameTagline: '' }) } as never;
  const createLimit = createLimits(Date.now);
  const images = createCardImages(Fastify(), { createLimit, band, publicUrl: undefined });
  let finishFirst = () => {};
  render.mockReturnValueOnce(new Promise<void>((resolve) => (finishFirst = resolve)));
  const waiters = [new AbortController(), new AbortController(), new AbortController()];
  const pictures = waiters.map((waiter, n) =>
    images.renderForEmail({ username: `Fan ${n}` } as SharedCard, waiter.signal),
  );
  waiters[1]?.abort();
  finishFirst();
  const results = await Promise.allSettled(pictures);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(render.mock.calls.map(([{ card }]) => card.username)).toEqual(['Fan 0', 'Fan 2']);
});
