import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

const FACES = {
  'poster-700': 'big-shoulders-display/files/big-shoulders-display-latin-700-normal.woff2',
  'poster-900': 'big-shoulders-display/files/big-shoulders-display-latin-900-normal.woff2',
  'body-400': 'instrument-sans/files/instrument-sans-latin-400-normal.woff2',
  'body-600': 'instrument-sans/files/instrument-sans-latin-600-normal.woff2',
} as const;

const OPTIONS = { config: { hiddenBecause: "Fonts of a shared card's page." } } as const;

const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Serves fonts from their packages, because the page doesn't depend on the built web files. */
export function pageFontRoutes(app: FastifyInstance): void {
  const { resolve } = createRequire(import.meta.url);
  for (const [name, path] of Object.entries(FACES)) {
    let bytes: Promise<Buffer> | undefined;
    app.get(`/s/fonts/${name}.woff2`, OPTIONS, async (_request, reply) => {
      bytes ??= readFile(resolve(`@fontsource/${path}`));
      return reply
        .header('cache-control', `public, max-age=${WEEK_SECONDS}`)
        .type('font/woff2')
        .send(await bytes);
    });
  }
}
