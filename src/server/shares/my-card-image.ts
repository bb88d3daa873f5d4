import type { FastifyInstance } from 'fastify';
import { idParams } from '#contract/endpoint.ts';
import { MY_CARD_IMAGE_PATH } from '#contract/shares.ts';
import { notFound, toRoutePattern } from '../http/route.ts';
import type { CardImages } from './card-images.ts';
import type { CardFinder } from './find-card.ts';

/** Lets owners share a file instead of a public link. */
export function myCardImageRoute(
  app: FastifyInstance,
  { findCard, images }: { findCard: CardFinder; images: CardImages },
): void {
  const config = { who: 'user', hiddenBecause: 'An image, not JSON.' } as const;
  const path = toRoutePattern(MY_CARD_IMAGE_PATH).slice(app.prefix.length);
  app.get(path, { config }, async (request, reply) => {
    const { viewer, params, query } = request;
    const { success, data } = idParams.safeParse(params);
    const showsSongsEarly = (query as Record<string, unknown>).songs === 'true';
    const card =
      success && viewer
        ? await findCard.ofOwner(viewer, { id: data.id, showsSongsEarly })
        : undefined;
    if (!card) throw notFound('Prediction');
    return images.sendCard(card, { request, reply, cacheControl: 'private, no-cache' });
  });
}
