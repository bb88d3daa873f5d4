import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

export const REQUEST_ID_HEADER = 'x-request-id';

/** UUIDs, nginx's 32 digits and Amazon's `Root=1-…`, but nothing that could break a log line. */
const WELL_FORMED_ID = /^[\w.:;=+/-]{8,128}$/;

type TrustProxy = NonNullable<FastifyServerOptions['trustProxy']>;

/** Accepts IDs only from trusted proxies: others could forge another request's log lines. */
export function createRequestIds(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  const isTrusted = createTrustCheck(trustProxy);
  // A UUID per request would take longer than the rest of the logging.
  const prefix = randomUUID().replaceAll('-', '').slice(0, 16);
  let count = 0;
  return ({ headers, socket }) => {
    const receivedId = headers[REQUEST_ID_HEADER];
    const isAccepted =
      typeof receivedId === 'string' &&
      WELL_FORMED_ID.test(receivedId) &&
      isTrusted(socket.remoteAddress);
    if (isAccepted) return receivedId;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** Sends the ID to the client, so that a user's report can be matched with the log. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}

function createTrustCheck(trustProxy: TrustProxy): (address: string | undefined) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  // Fastify also trusts no address if given a number. `TRUST_PROXY=1` arrives as a function.
  if (typeof trustProxy === 'number') return () => false;
  const isTrusted =
    typeof trustProxy === 'function'
      ? trustProxy
      : compile(typeof trustProxy === 'string' ? trustProxy.split(/\s*,\s*/) : trustProxy);
  return (address) => address !== undefined && isTrusted(address, 0);
}
