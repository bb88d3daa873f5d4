import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { CurrentBand } from '../band/band.ts';
import { getAccentColor } from '../pages/colors.ts';
import { SOCIAL_IMAGE } from '../pages/page-head.ts';
import { projectFile } from '../project-files.ts';
import type { CardImages } from './card-images.ts';

/** Falls back to the built file if rendering for the band fails. */
export function socialImageRoute(
  app: FastifyInstance,
  { current }: Pick<CurrentBand, 'current'>,
  images: Pick<CardImages, 'send'>,
  builtFile = projectFile(`dist/web${SOCIAL_IMAGE.path}`),
): void {
  const config = { hiddenBecause: "The image of the site's link previews." };
  app.get(SOCIAL_IMAGE.path, { config }, async (request, reply) => {
    const { productName, bandName, gameTagline, colors } = current();
    const content = { productName, bandName, gameTagline, lamp: getAccentColor({ colors }) };
    reply.header('cross-origin-resource-policy', 'cross-origin');
    try {
      return await images.send(content, { request, reply, cacheControl: CACHE_CONTROL });
    } catch (error) {
      request.log.warn({ err: error }, 'rendering the social image failed');
      reply.header('cache-control', 'no-cache').type('image/png');
      return reply.send(await readFile(builtFile));
    }
  });
}

const CACHE_CONTROL = 'public, max-age=3600';
