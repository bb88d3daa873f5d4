import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CardPicture } from './draw-picture.ts';
import type { DrawingPool } from './drawing-pool.ts';

const MAX_BYTES = 24 * 1024 * 1024;

/** Pictures by what is on them: the same card is drawn once, and any change of it makes another. */
export function createPictures(pool: Pick<DrawingPool, 'draw'>) {
  const drawn = new LRUCache<string, Buffer, CardPicture>({
    maxSize: MAX_BYTES,
    sizeCalculation: (png) => png.length,
    fetchMethod: (_key, _stale, { context }) => pool.draw(context),
    ignoreFetchAbort: true,
  });

  return {
    /** The PNG, from memory or by one drawing, however many ask for it. Throws as the pool does. */
    async get(picture: CardPicture): Promise<Buffer> {
      const png = await drawn.fetch(stampOf(picture), { context: picture });
      return png ?? pool.draw(picture);
    },
  };
}

/** Short text that differs whenever the picture does. */
export function stampOf(picture: CardPicture): string {
  return createHash('sha1').update(JSON.stringify(picture)).digest('base64url').slice(0, 16);
}
