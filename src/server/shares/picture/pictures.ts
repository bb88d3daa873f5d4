import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MakeLimit } from '../../http/limit.ts';
import type { DrawingPool } from './drawing-pool.ts';
import type { CardPicture } from './picture.tsx';

const MAX_BYTES = 24 * 1024 * 1024;

/** One a second, so that no network occupies both workers for long. */
const MAX_PER_MINUTE = 60;

export function createPictures(pool: Pick<DrawingPool, 'draw'>, createLimit: MakeLimit) {
  const drawings = createLimit({
    name: 'pictures',
    most: MAX_PER_MINUTE,
    windowMs: 60_000,
    sentence: 'Too many new pictures were asked for.',
  });
  const drawn = new LRUCache<string, Buffer, { picture: CardPicture; from: string }>({
    maxSize: MAX_BYTES,
    sizeCalculation: (png) => png.length,
    fetchMethod: (_key, _stale, { context: { picture, from } }) => {
      void drawings.count(from);
      return pool.draw(picture);
    },
    ignoreFetchAbort: true,
  });

  return {
    /** Throws the pool's errors, and 429 if the network has had too many new pictures. */
    async get(picture: CardPicture, from: string): Promise<Buffer> {
      const stamp = stampOf(picture);
      if (!drawn.has(stamp)) await drawings.check(from);
      const png = await drawn.fetch(stamp, { context: { picture, from } });
      return png ?? pool.draw(picture);
    },
  };
}

export function stampOf(picture: CardPicture): string {
  return createHash('sha1').update(JSON.stringify(picture)).digest('base64url').slice(0, 16);
}
