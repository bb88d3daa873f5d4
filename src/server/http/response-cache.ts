import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { concernsOf } from '#contract/freshness.ts';
import type { ChangeVersions } from '../changes/change-versions.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** Answers that are equal for everyone, kept as bytes that only have to be sent. */
export interface ResponseCache {
  /**
   * Sends the endpoint's answer from memory, or makes it by `load`: once, however many ask. It is
   * remembered under `key` until something changes that the endpoint depends on.
   */
  send<E extends Endpoint>(
    call: { request: FastifyRequest; reply: FastifyReply },
    endpoint: E,
    answer: {
      key: string;
      load: () => Promise<{ rows: AnswerOf<E>; headers?: Record<string, string> }>;
    },
  ): Promise<FastifyReply>;
}

/** An answer as it is sent. */
export interface CachedResponse {
  plain: Buffer;
  etag: string;
  headers: Record<string, string>;
  encoded: Map<'br' | 'gzip', Promise<Buffer>>;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** Below this, compressing costs more than it saves. */
const WORTH_COMPRESSING = 1_400;

export function createResponseCache(lastChange: ChangeVersions, metrics?: Metrics): ResponseCache {
  const remembered = new LRUCache<string, CachedResponse, () => Promise<CachedResponse>>({
    maxSize: MAX_BYTES,
    sizeCalculation: (ready) => ready.plain.length + 1_000,
    fetchMethod: (_key, _stale, { context }) => context(),
    // Who waits for an answer gets it, also where it was pushed out before it was made.
    ignoreFetchAbort: true,
  });
  return {
    async send({ request, reply }, endpoint, { key, load }) {
      const params = request.params as Record<string, string>;
      const make = async () => {
        const { rows, headers = {} } = await load();
        const text = JSON.stringify(endpoint.returns ? endpoint.returns.parse(rows) : rows);
        return toCachedResponse(text, 'application/json; charset=utf-8', headers);
      };
      // The number is part of the name: an answer whose making began before a change can then never
      // be found after it.
      const name = `${key}@${lastChange(concernsOf(endpoint, params))}`;
      const known = remembered.get(name);
      metrics?.lookedUp('ready_bytes', known !== undefined);
      const ready = known ?? (await remembered.fetch(name, { context: make }));
      return sendCachedResponse(request, reply, ready ?? (await make()));
    },
  };
}

export function toCachedResponse(
  text: string,
  type: string,
  headers: Record<string, string> = {},
): CachedResponse {
  const plain = Buffer.from(text);
  const etag = `W/"${createHash('sha1').update(plain).digest('base64url')}"`;
  return {
    plain,
    etag,
    headers: {
      ...headers,
      etag,
      'cache-control': 'private, no-cache',
      'content-type': type,
      vary: 'accept-encoding',
    },
    encoded: new Map(),
  };
}

/**
 * Sends it in the encoding the caller takes, or 304 where they have it; together with the other
 * answers of the same turn, as writing one by one wakes whoever receives them anew for each.
 */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: CachedResponse,
): Promise<FastifyReply> {
  reply.headers(ready.headers);
  await restIsRead();
  if (isNotModified(request, ready.etag)) return reply.status(304).send();
  const encoding = acceptedEncoding(request, ready.plain.length);
  if (!encoding) return reply.send(ready.plain);
  const compressing = ready.encoded.get(encoding) ?? compress(ready.plain, encoding);
  ready.encoded.set(encoding, compressing);
  return reply.header('content-encoding', encoding).send(await compressing);
}

let turn: Promise<void> | undefined;

/** When all requests that have arrived by now are read: the loop's next phase, the same for all of them. */
function restIsRead(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}

/**
 * Whether the caller has what `etag` names: `If-None-Match` is a list or '*', and a tag in it is the
 * same with and without 'W/' (RFC 9110, 13.1.2).
 */
export function isNotModified({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const asked = headers['if-none-match'];
  // What comes back is nearly always the very tag that was sent.
  if (asked === undefined || asked === etag) return asked === etag;
  const tags: string[] = asked.match(/"[^"]*"/g) ?? [];
  return asked.trim() === '*' || tags.includes(etag.replace(/^W\//, ''));
}

function acceptedEncoding({ headers }: FastifyRequest, size: number): 'br' | 'gzip' | null {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string' || size < WORTH_COMPRESSING) return null;
  return negotiate(accepted, ['br', 'gzip']);
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

function compress(plain: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(plain);
  return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
