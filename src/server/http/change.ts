import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { announce, type Bus } from '../changes/bus.ts';
import { type ChangeScope, runChange } from '../changes/run-change.ts';
import type { Db } from '../db/open.ts';
import { type Call, route } from './route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    db: Db;
    bus: Bus;
  }
}

/**
 * Announces what the handler `changed` before responding. The transaction may be retried, so a
 * handler with other side effects uses `route` and `commit`.
 */
export function change<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E> & ChangeScope) => Promise<ResponseOf<E>>,
): void {
  route(app, endpoint, (call) => commit(call, (scope) => handler({ ...call, ...scope })));
}

/** `beforeAnnounce` runs between the commit and the announcement. */
export async function commit<Result>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  work: (scope: ChangeScope) => Promise<Result>,
  beforeAnnounce?: (result: Result) => Promise<void>,
): Promise<Result> {
  const { db, bus } = request.server;
  const { result, changes } = await runChange(db, request.viewer?.userId ?? null, work);
  await beforeAnnounce?.(result);
  await announce({ bus, reply }, changes);
  return result;
}
