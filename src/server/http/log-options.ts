import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { pathOf } from './request-log.ts';

/**
 * JSON, a line an entry, to standard output; for a person at a terminal in colours instead, where
 * pino-pretty is installed.
 */
export async function logOptions(level: string): Promise<FastifyServerOptions['logger']> {
  const pretty = process.stdout.isTTY
    ? await import('pino-pretty').catch(() => undefined)
    : undefined;
  return {
    level,
    serializers: {
      // Of a request only what cannot be a secret: neither its query nor its headers.
      req: ({ method, url }: FastifyRequest) => ({ method, path: pathOf(url) }),
    },
    ...(pretty && {
      stream: pretty.default({ translateTime: 'HH:MM:ss', ignore: 'pid,hostname' }),
    }),
  };
}
