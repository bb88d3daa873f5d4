import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SharedCard } from '#contract/scorecard.ts';
import type { Context } from '../context.ts';
import { networkOf } from '../http/limit.ts';
import { isKnownTo } from '../http/ready-bytes.ts';
import { linkTo, siteAddress } from '../http/site-address.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { createCardFinder } from './find-card.ts';
import { cardBody, cardHead } from './page/card-page.ts';
import { missingPage } from './page/missing-page.ts';
import { pageFontRoutes } from './page/page-fonts.ts';
import { sendPage } from './page/page-frame.ts';
import { createDrawingPool } from './picture/drawing-pool.ts';
import { createPictures, stampOf } from './picture/pictures.ts';

const OPTIONS = { schema: { hide: true } } as const;

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/** `/s/{token}` and its picture, for anyone who has the link; without a session. */
export function publicRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { publicUrl } = context;
  const { band } = context.bandPack;
  const findCard = createCardFinder(context, boards);
  const pool = createDrawingPool();
  const pictures = createPictures(pool, context.clock);
  app.addHook('onClose', () => pool.close());
  const { productName, gameTagline } = band;
  const pictureOf = (card: SharedCard, request: FastifyRequest) => {
    const { host: site } = new URL(siteAddress(request, publicUrl));
    return { card, productName, gameTagline, site };
  };
  const sendMissing = (reply: FastifyReply) =>
    sendPage(reply, { status: 404, ...missingPage(band) });

  app.get('/s/:token', OPTIONS, async (request: TokenRequest, reply) => {
    const { token } = request.params;
    const card = await findCard(token);
    if (!card) return sendMissing(reply);
    const url = linkTo(token, request, publicUrl);
    // The stamp makes networks that keep pictures fetch a card's new one.
    const pictureUrl = `${url}/card.png?v=${stampOf(pictureOf(card, request))}`;
    const facts = { card, band, url, pictureUrl };
    return sendPage(reply, { status: 200, head: cardHead(facts), body: cardBody(facts) });
  });

  app.get('/s/:token/card.png', OPTIONS, async (request: TokenRequest, reply) => {
    const card = await findCard(request.params.token);
    if (!card) return sendMissing(reply);
    const picture = pictureOf(card, request);
    const etag = `"${stampOf(picture)}"`;
    const png = isKnownTo(request, etag)
      ? undefined
      : await pictures.get(picture, networkOf(request.ip));
    reply
      .headers({ etag, 'cache-control': 'public, no-cache' })
      // Pages of others show the picture, too.
      .header('cross-origin-resource-policy', 'cross-origin');
    return png ? reply.type('image/png').send(png) : reply.status(304).send();
  });

  app.get('/s/*', OPTIONS, async (_request, reply) => sendMissing(reply));
  pageFontRoutes(app);
}
