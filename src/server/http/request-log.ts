import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

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

/** A request's path without the query, and without the token of a link, which is a key. */
export function pathOf(url: string): string {
  return url.replace(/[?#].*/s, '').replace(/^\/s\/[^/]+/i, '/s/-');
}
