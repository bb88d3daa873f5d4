import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/**
 * Describes every call from the contract: as OpenAPI at `/api/openapi.json`, as a page at
 * `/api/docs`, both for anyone. Await it before the first route: only later ones are described.
 */
export async function openapiRoutes(
  app: FastifyInstance,
  { productName }: { productName: string },
  isSecure: boolean,
): Promise<void> {
  const name = isSecure ? '__Host-called_it_session' : 'called_it_session';
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${productName} API`, version: '1', description: DESCRIPTION },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name } },
      },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  });

  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );

  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: `${productName} API` },
    uiConfig: { deepLinking: true, displayRequestDuration: true },
  });
}

const DESCRIPTION = `Sign in with \`POST /api/auth/login\`; the answer sets the session's cookie, which every other
call sends along. Bodies are JSON; an error answers \`{statusCode, error, message}\` with a sentence
for a person in \`message\`, and \`issues\` for an invalid body. Unsafe calls of a browser must come
from this site's own pages.`;
