import underPressure from '@fastify/under-pressure';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { maskToken } from '#contract/link-pages.ts';

/** Never logs queries, bodies, headers or cookies. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!error && (request.isOutageFailure || !isLogged(request.log, 'info'))) return;
    const line = {
      method: request.method,
      path: redactPath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (error) request.log.error({ ...line, err: error }, 'request aborted');
    else request.log.info(line, 'request');
  }
}

/** Fastify's disabled logger has no `isLevelEnabled`. */
function isLogged(
  log: FastifyBaseLogger & { isLevelEnabled?: (level: string) => boolean },
  level: string,
): boolean {
  return log.isLevelEnabled?.(level) ?? false;
}

/** Node's parse errors contain the raw packet, including cookies, which must not be logged. */
export function removeRawPackets({ server }: FastifyInstance): void {
  server.prependListener('clientError', (error: Error & { rawPacket?: Buffer }) => {
    delete error.rawPacket;
  });
}

/** Removes the query, and a share link's secret token. */
export function redactPath(url: string): string {
  return maskToken(url.replace(/[?#].*/s, ''));
}

export async function createLogOptions(level: string): Promise<FastifyServerOptions['logger']> {
  const pretty = process.stdout.isTTY
    ? await import('pino-pretty').catch(() => undefined)
    : undefined;
  return {
    level,
    serializers: {
      req: ({ method, url }: FastifyRequest) => ({ method, path: redactPath(url) }),
    },
    ...(pretty && {
      stream: pretty.default({ translateTime: 'HH:MM:ss', ignore: 'pid,hostname' }),
    }),
  };
}

const SLOW_LOOP_MS = 1_000;
const WARNING_INTERVAL_MS = 30_000;

/** Only logs: a late response is better than none. */
export async function logEventLoopPressure(app: FastifyInstance): Promise<void> {
  let warnedAt = Number.NEGATIVE_INFINITY;
  await app.register(underPressure, {
    maxEventLoopDelay: SLOW_LOOP_MS,
    pressureHandler(request, _reply, type, value) {
      if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
      warnedAt = performance.now();
      request.log.warn({ type, value }, 'under pressure');
    },
  });
}
