import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SharedCard } from '#contract/scorecard.ts';
import type { TourCard } from '#contract/tour-card.ts';
import type { Context } from '../context.ts';
import { toClientNetwork } from '../http/limit.ts';
import { isNotModified } from '../http/response-cache.ts';
import { getSiteOrigin } from '../http/site-origin.ts';
import { getAccentColor } from '../pages/colors.ts';
import type { FrameContent } from './image/frame.tsx';
import { createImageCache, hashContent } from './image/image-cache.ts';
import type { ImageContent } from './image/render-image.tsx';
import { createRenderPool } from './image/render-pool.ts';
import { createTaskQueue } from './image/take-turns.ts';

export type CardImages = ReturnType<typeof createCardImages>;

export function createCardImages(
  app: FastifyInstance,
  { createLimit, band, publicUrl }: Pick<Context, 'createLimit' | 'band' | 'publicUrl'>,
) {
  const pool = createRenderPool();
  const images = createImageCache(pool, createLimit);
  app.addHook('onClose', () => pool.close());

  const renderInTurn = createTaskQueue();

  const describeSite = (request: FastifyRequest) =>
    describeFrame(getSiteOrigin(request, publicUrl));
  function describeFrame(origin: string): FrameContent {
    const { host: site } = new URL(origin);
    const { productName, gameTagline, colors } = band.current();
    return { productName, gameTagline, site, lamp: getAccentColor({ colors }) };
  }
  const toContent = (card: SharedCard, request: FastifyRequest): ImageContent => ({
    card,
    ...describeSite(request),
  });

  async function send(
    content: ImageContent,
    { request, reply, cacheControl }: ImageCall,
  ): Promise<FastifyReply> {
    const etag = `"${hashContent(content)}"`;
    const png = isNotModified(request, etag)
      ? undefined
      : await images.get(content, toClientNetwork(request.ip));
    reply.headers({ etag, 'cache-control': cacheControl });
    return png ? reply.type('image/png').send(png) : reply.status(304).send();
  }

  return {
    computeVersion: (card: SharedCard, request: FastifyRequest) =>
      hashContent(toContent(card, request)),
    sendCard: (card: SharedCard, call: ImageCall) => send(toContent(card, call.request), call),
    sendTourCard: (tourCard: TourCard, call: ImageCall) =>
      send({ tourCard, ...describeSite(call.request) }, call),
    send,
    /** Renders one image at a time, uncached, and leaves a thread to requests. */
    renderForEmail(card: SharedCard, signal: AbortSignal): Promise<Buffer> {
      const content = { card, ...describeFrame(publicUrl ?? 'http://localhost') };
      return renderInTurn(() => pool.render(content), signal);
    },
  };
}

export interface ImageCall {
  request: FastifyRequest;
  reply: FastifyReply;
  cacheControl: string;
}
