import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MINUTE } from '#contract/durations.ts';
import type { CreateLimit } from '../../http/limit.ts';
import type { ImageContent } from './render-image.tsx';
import type { RenderPool } from './render-pool.ts';

const MAX_BYTES = 24 * 1024 * 1024;

/** Prevents one network from occupying both workers for long. */
const MAX_PER_MINUTE = 60;

export function createImageCache(pool: Pick<RenderPool, 'render'>, createLimit: CreateLimit) {
  const limit = createLimit({
    name: 'pictures',
    max: MAX_PER_MINUTE,
    windowMs: MINUTE,
    message: 'Too many new images were requested.',
  });
  const images = new LRUCache<string, Buffer, { content: ImageContent; network: string }>({
    maxSize: MAX_BYTES,
    sizeCalculation: (png) => png.length,
    fetchMethod: (_key, _stale, { context: { content, network } }) => {
      void limit.count(network);
      return pool.render(content);
    },
    ignoreFetchAbort: true,
  });

  return {
    /** Throws the pool's errors, and 429 for too many new images. */
    async get(content: ImageContent, network: string): Promise<Buffer> {
      const key = hashContent(content);
      if (!images.has(key)) await limit.check(network);
      const png = await images.fetch(key, { context: { content, network } });
      return png ?? pool.render(content);
    },
  };
}

export function hashContent(content: ImageContent): string {
  return createHash('sha1').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}
