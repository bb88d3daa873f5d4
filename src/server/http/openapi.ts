import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Band } from '#contract/band.ts';
import { type BandInUse, ofBand } from '../band/band.ts';
import { describeApi } from './describe-api.ts';
import { SITE } from './page-head.ts';
import { siteAddress } from './site-address.ts';

/** Describes the contract: as OpenAPI at `/api/openapi.json`, as a page at `/api/docs`, for anyone. */
export async function openapiRoutes(
  app: FastifyInstance,
  band: BandInUse,
  publicUrl: string | undefined,
): Promise<void> {
  const describe = ofBand(band, (one) => describeSite(one, publicUrl));

  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send(describe().replaceAll(SITE, siteAddress(request, publicUrl))),
  );

  const shown = () => JSON.parse(describe().replaceAll(SITE, publicUrl ?? ''));
  // Described when somebody asks: at every start it would take as long as all routes together.
  await app.register(swagger, { mode: 'static', specification: { document: NOTHING_YET } });
  // Named, as the package looks beside its own code, which is in our bundle.
  const assets = join(createRequire(import.meta.url).resolve('@fastify/swagger-ui'), '../static');
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    baseDir: assets,
    logo: { type: 'image/svg+xml', content: await readFile(join(assets, 'logo.svg')) },
    theme: { title: `${band.known().productName} API` },
    uiConfig: { deepLinking: true, displayRequestDuration: true },
    transformSpecification: shown,
    transformSpecificationClone: false,
    // The package's script sets one style by an attribute: that one, and no other.
    transformStaticCSP: (policy) => `${policy};style-src 'self' 'unsafe-hashes' '${ITS_STYLE}'`,
  });
}

function describeSite({ productName, contactEmail }: Band, publicUrl: string | undefined): string {
  const name = `${publicUrl?.startsWith('https:') ? '__Host-' : ''}called_it_session`;
  const { components, ...api } = describeApi();
  const document = {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '1',
      description: DESCRIPTION,
      contact: { name: productName, email: contactEmail, url: `${SITE}/contact` },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: SITE }],
    security: [{ session: [] }],
    ...api,
    components: {
      ...components,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name } },
    },
  };
  return JSON.stringify(document);
}

const NOTHING_YET = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} };

const ITS_STYLE = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w=';

const DESCRIPTION = `Sign in with \`POST /api/auth/login\`; the answer sets the session's cookie, which every other
call sends along. Bodies are JSON; an error answers \`{statusCode, error, message}\` with a sentence
for a person in \`message\`, and \`issues\` for an invalid body. Unsafe calls of a browser must come
from this site's own pages.`;
