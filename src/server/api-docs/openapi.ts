import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Band } from '#contract/band.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type CurrentBand, memoizeByBand } from '../band/band.ts';
import { hideRoutes } from '../http/route.ts';
import { getSiteOrigin } from '../http/site-origin.ts';
import { ORIGIN_PLACEHOLDER } from '../pages/page-head.ts';
import { describeApi } from './describe-api.ts';
import { createDocsTheme } from './docs-theme.ts';

export async function openapiRoutes(
  app: FastifyInstance,
  {
    band,
    publicUrl,
    endpoints,
  }: { band: CurrentBand; publicUrl: string | undefined; endpoints: ReadonlySet<Endpoint> },
): Promise<void> {
  // Built on the first request, because it takes as long as registering all routes.
  const describe = memoizeByBand(band, (current) => describeSite(current, publicUrl, endpoints));

  await app.register(async (scope) => {
    hideRoutes(scope, 'This description and its page.');
    scope.get('/api/openapi.json', async (request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send(describe().replaceAll(ORIGIN_PLACEHOLDER, getSiteOrigin(request, publicUrl))),
    );

    await scope.register(swagger, { mode: 'static', specification: { document: PLACEHOLDER } });
    // The plugin looks for its assets next to its own code, which is bundled.
    const assets = join(createRequire(import.meta.url).resolve('@fastify/swagger-ui'), '../static');
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      baseDir: assets,
      logo: { type: 'image/svg+xml', content: await readFile(join(assets, 'logo.svg')) },
      theme: createDocsTheme(band),
      // Collapsed, because listing every endpoint blocks a slow phone for seconds.
      uiConfig: { deepLinking: true, displayRequestDuration: true, docExpansion: 'none' },
      transformSpecification: () =>
        JSON.parse(describe().replaceAll(ORIGIN_PLACEHOLDER, publicUrl ?? '')),
      transformSpecificationClone: false,
      transformStaticCSP: (policy) => `${policy};style-src 'self' 'unsafe-hashes' '${STYLE_HASH}'`,
    });
  });
}

function describeSite(
  { productName, contactEmail }: Band,
  publicUrl: string | undefined,
  endpoints: Iterable<Endpoint>,
): string {
  const name = `${publicUrl?.startsWith('https:') ? '__Host-' : ''}called_it_session`;
  const { components, ...api } = describeApi(endpoints);
  const document = {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '1',
      description: DESCRIPTION,
      contact: { name: productName, email: contactEmail, url: `${ORIGIN_PLACEHOLDER}/contact` },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: ORIGIN_PLACEHOLDER }],
    security: [{ session: [] }, { token: [] }],
    ...api,
    components: {
      ...components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
  return JSON.stringify(document);
}

const PLACEHOLDER = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} };

const STYLE_HASH = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w=';

const DESCRIPTION = `Sign in with \`POST /api/auth/login\`. The response sets the session cookie; send it
with every other call. Programs can send an API token instead, created in the settings, as
\`Authorization: Bearer …\`; each endpoint states the scope it requires. Bodies are JSON. An error is \`{statusCode, error, message}\` with a readable
\`message\`, and \`issues\` if the body is invalid. Browsers may only send calls other than GET from
this site's own pages. A call that needs a fresh sign-in returns 403 with the code
\`fresh-sign-in\` when the last sign-in is too old: send \`POST /api/auth/confirm\` and repeat the request.
The WebSocket at \`/ws\` announces changes; \`docs/realtime.md\` in the source repository describes it.`;
