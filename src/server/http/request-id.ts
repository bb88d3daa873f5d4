import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** The header that carries it, on the way in from a balancer and on the way out to everyone. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** What balancers make: UUIDs, nginx's 32 digits, Amazon's `Root=1-…`. Nothing that breaks a log's line. */
const WELL_FORMED = /^[\w.:;=+/-]{8,128}$/;

type TrustProxy = NonNullable<FastifyServerOptions['trustProxy']>;

/**
 * Names a request for the logs of all nodes: by the name that a trusted balancer has given it, else by
 * a new one. From anyone else a name would let a stranger write into another request's lines.
 */
export function createRequestIds(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trustProxy);
  // A UUID for each request would take longer than all else that is logged of it.
  const server = randomUUID().replaceAll('-', '').slice(0, 16);
  let count = 0;
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    const isTaken =
      typeof given === 'string' && WELL_FORMED.test(given) && isTrusted(socket.remoteAddress);
    if (isTaken) return given;
    count += 1;
    return `${server}-${count.toString(36)}`;
  };
}

/** The answer says its request's id, so that a person's report leads to the lines in the log. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}

/** Whether the sender itself, the first hop, is one of the proxies. */
function trustOf(trustProxy: TrustProxy): (address: string | undefined) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  // As Fastify has it: a count that is a number trusts nobody. `TRUST_PROXY=1` comes as a function.
  if (typeof trustProxy === 'number') return () => false;
  const isTrusted =
    typeof trustProxy === 'function'
      ? trustProxy
      : compile(typeof trustProxy === 'string' ? trustProxy.split(/\s*,\s*/) : trustProxy);
  return (address) => address !== undefined && isTrusted(address, 0);
}
