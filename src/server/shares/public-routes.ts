import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LINK_PAGES, LINK_PATH_PREFIX } from '#contract/link-pages.ts';
import { paths } from '#contract/pages.ts';
import type { SharedCard } from '#contract/scorecard.ts';
import type { Context } from '../context.ts';
import { clientNetwork } from '../http/limit.ts';
import { isNotModified } from '../http/response-cache.ts';
import { toRoutePattern } from '../http/route.ts';
import { shareLinkUrl, siteOrigin } from '../http/site-origin.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { createCardFinder } from './find-card.ts';
import { createImageCache, hashContent } from './image/image-cache.ts';
import { createRenderPool } from './image/render-pool.ts';
import { createLinkPage } from './link-page.ts';
import { pageFontRoutes } from './page-fonts.ts';

const OPTIONS = { config: { hiddenBecause: 'A shared card as a page or image.' } } as const;

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/** These routes require only the link's token, not a session. */
export function publicRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { publicUrl, band } = context;
  const findCard = createCardFinder(context, boards);
  const pool = createRenderPool();
  const images = createImageCache(pool, context.createLimit);
  app.addHook('onClose', () => pool.close());
  const toImageContent = (card: SharedCard, request: FastifyRequest) => {
    const { host: site } = new URL(siteOrigin(request, publicUrl));
    const { productName, gameTagline } = band.current();
    return { card, productName, gameTagline, site };
  };
  const sendPage = createLinkPage(() => band.current());

  app.get(toRoutePattern(LINK_PAGES.card), OPTIONS, async (request: TokenRequest, reply) => {
    const { token } = request.params;
    const card = await findCard(token);
    if (!card) return sendPage(reply, null);
    const url = shareLinkUrl(token, request, publicUrl);
    // The version in the URL makes social networks fetch a changed image.
    const imagePath = paths.cardImage({ token, v: hashContent(toImageContent(card, request)) });
    const imageUrl = new URL(imagePath, url).href;
    return sendPage(reply, { card, url, imageUrl });
  });

  app.get(toRoutePattern(LINK_PAGES.cardImage), OPTIONS, async (request: TokenRequest, reply) => {
    const card = await findCard(request.params.token);
    if (!card) return sendPage(reply, null);
    const content = toImageContent(card, request);
    const etag = `"${hashContent(content)}"`;
    const png = isNotModified(request, etag)
      ? undefined
      : await images.get(content, clientNetwork(request.ip));
    reply
      .headers({ etag, 'cache-control': 'public, no-cache' })
      .header('cross-origin-resource-policy', 'cross-origin');
    return png ? reply.type('image/png').send(png) : reply.status(304).send();
  });

  app.get(`${LINK_PATH_PREFIX}*`, OPTIONS, async (_request, reply) => sendPage(reply, null));
  pageFontRoutes(app);
}
