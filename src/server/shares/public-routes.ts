import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LINK_PAGES, LINK_PATH_PREFIX } from '#contract/link-pages.ts';
import { paths } from '#contract/pages.ts';
import type { SharedCard } from '#contract/scorecard.ts';
import type { Context } from '../context.ts';
import { clientNetwork } from '../http/limit.ts';
import { isNotModified } from '../http/response-cache.ts';
import { routeOf } from '../http/route.ts';
import { shareLinkUrl, siteOrigin } from '../http/site-address.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { createCardFinder } from './find-card.ts';
import { createLinkPage } from './link-page.ts';
import { pageFontRoutes } from './page-fonts.ts';
import { createDrawingPool } from './picture/drawing-pool.ts';
import { createPictures, stampOf } from './picture/pictures.ts';

const OPTIONS = { config: { hiddenBecause: 'A shared card as a page or picture.' } } as const;

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/** The link is the only permission these need. */
export function publicRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { publicUrl, band } = context;
  const findCard = createCardFinder(context, boards);
  const pool = createDrawingPool();
  const pictures = createPictures(pool, context.createLimit);
  app.addHook('onClose', () => pool.close());
  const pictureOf = (card: SharedCard, request: FastifyRequest) => {
    const { host: site } = new URL(siteOrigin(request, publicUrl));
    const { productName, gameTagline } = band.known();
    return { card, productName, gameTagline, site };
  };
  const sendPage = createLinkPage(() => band.known());

  app.get(routeOf(LINK_PAGES.card), OPTIONS, async (request: TokenRequest, reply) => {
    const { token } = request.params;
    const card = await findCard(token);
    if (!card) return sendPage(reply, null);
    const url = shareLinkUrl(token, request, publicUrl);
    // The version in the URL makes social networks fetch a changed picture.
    const picture = paths.cardPicture({ token, v: stampOf(pictureOf(card, request)) });
    const pictureUrl = new URL(picture, url).href;
    return sendPage(reply, { card, url, pictureUrl });
  });

  app.get(routeOf(LINK_PAGES.cardPicture), OPTIONS, async (request: TokenRequest, reply) => {
    const card = await findCard(request.params.token);
    if (!card) return sendPage(reply, null);
    const picture = pictureOf(card, request);
    const etag = `"${stampOf(picture)}"`;
    const png = isNotModified(request, etag)
      ? undefined
      : await pictures.get(picture, clientNetwork(request.ip));
    reply
      .headers({ etag, 'cache-control': 'public, no-cache' })
      .header('cross-origin-resource-policy', 'cross-origin');
    return png ? reply.type('image/png').send(png) : reply.status(304).send();
  });

  app.get(`${LINK_PATH_PREFIX}*`, OPTIONS, async (_request, reply) => sendPage(reply, null));
  pageFontRoutes(app);
}
