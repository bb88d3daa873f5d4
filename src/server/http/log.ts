import underPressure from '@fastify/under-pressure';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { withoutToken } from '#contract/link-pages.ts';

/**
 * One line a request, when it is over: method, path, status, milliseconds and the request's id. A
 * query, a body, a header or a cookie never gets into it.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    // Where nobody reads it, its path is not taken apart.
    if (!error && (request.isOfOutage || !isTold(request.log, 'info'))) return;
    const line = {
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (error) request.log.error({ ...line, err: error }, 'request broken off');
    else request.log.info(line, 'request');
  }
}

/** A logger that is switched off altogether has no levels to ask for. */
function isTold(
  log: FastifyBaseLogger & { isLevelEnabled?: (level: string) => boolean },
  level: string,
): boolean {
  return log.isLevelEnabled?.(level) ?? false;
}

/** What Node could not read comes with its error, cookie and all: that is for no log. */
export function forgetUnreadable({ server }: FastifyInstance): void {
  server.prependListener('clientError', (error: Error & { rawPacket?: Buffer }) => {
    delete error.rawPacket;
  });
}

/** A request's path without the query, and without the token of a link, which is a key. */
export function pathOf(url: string): string {
  return withoutToken(url.replace(/[?#].*/s, ''));
}

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

const SLOW_LOOP_MS = 1_000;
const SILENCE_MS = 30_000;

/**
 * Tells the log when the process is too busy. It refuses nobody: an answer that comes late beats
 * none.
 */
export async function reportPressure(app: FastifyInstance): Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  await app.register(underPressure, {
    maxEventLoopDelay: SLOW_LOOP_MS,
    pressureHandler(request, _reply, type, value) {
      if (performance.now() - toldAt < SILENCE_MS) return;
      toldAt = performance.now();
      request.log.warn({ type, value }, 'under pressure');
    },
  });
}
