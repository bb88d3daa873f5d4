import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LINK_PAGES, LINK_PATH_PREFIX } from '#contract/link-pages.ts';
import { paths } from '#contract/pages.ts';
import type { Context } from '../context.ts';
import { toRoutePattern } from '../http/route.ts';
import { buildShareLinkUrl } from '../http/site-origin.ts';
import type { CardImages } from './card-images.ts';
import type { CardFinder } from './find-card.ts';
import { createLinkPage } from './link-page.ts';
import { pageFontRoutes } from './page-fonts.ts';
import { socialImageRoute } from './social-image.ts';

const OPTIONS = { config: { hiddenBecause: 'A shared card as a page or image.' } } as const;

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/** These routes require only the link's token, not a session. */
export function publicRoutes(
  app: FastifyInstance,
  { publicUrl, band }: Pick<Context, 'publicUrl' | 'band'>,
  { findCard, images }: { findCard: CardFinder; images: CardImages },
): void {
  const sendPage = createLinkPage(() => band.current());

  app.get(toRoutePattern(LINK_PAGES.card), OPTIONS, async (request: TokenRequest, reply) => {
    const { token } = request.params;
    const card = await findCard.byToken(token);
    if (!card) return sendPage(reply, null);
    const url = buildShareLinkUrl(token, request, publicUrl);
    // The version in the URL makes social networks fetch a changed image.
    const imagePath = paths.cardImage({ token, v: images.computeVersion(card, request) });
    const imageUrl = new URL(imagePath, url).href;
    return sendPage(reply, { card, url, imageUrl });
  });

  app.get(toRoutePattern(LINK_PAGES.cardImage), OPTIONS, async (request: TokenRequest, reply) => {
    const card = await findCard.byToken(request.params.token);
    if (!card) return sendPage(reply, null);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return images.sendCard(card, { request, reply, cacheControl: 'public, no-cache' });
  });

  socialImageRoute(app, band, images);
  app.get(`${LINK_PATH_PREFIX}*`, OPTIONS, async (_request, reply) => sendPage(reply, null));
  pageFontRoutes(app);
}
