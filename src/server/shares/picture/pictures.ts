import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MakeLimit } from '../../http/limit.ts';
import type { DrawingPool } from './drawing-pool.ts';
import type { CardPicture } from './picture.tsx';

const MAX_BYTES = 24 * 1024 * 1024;

/** A picture a second: of the two that can be drawn at a time, one address never has both for long. */
const MOST_A_MINUTE = 60;

/** Pictures by what is on them: the same card is drawn once, and any change of it makes another. */
export function createPictures(pool: Pick<DrawingPool, 'draw'>, createLimit: MakeLimit) {
  const drawings = createLimit({
    name: 'pictures',
    most: MOST_A_MINUTE,
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
    /**
     * The PNG, from memory or by one drawing, however many ask for it. Throws as the pool does, and
     * 429 where the network that asks has had too many drawn; what is there already it may have.
     */
    async get(picture: CardPicture, from: string): Promise<Buffer> {
      const stamp = stampOf(picture);
      if (!drawn.has(stamp)) await drawings.check(from);
      const png = await drawn.fetch(stamp, { context: { picture, from } });
      return png ?? pool.draw(picture);
    },
  };
}

/** Short text that differs whenever the picture does. */
export function stampOf(picture: CardPicture): string {
  return createHash('sha1').update(JSON.stringify(picture)).digest('base64url').slice(0, 16);
}
