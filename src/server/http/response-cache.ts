import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { resolveConcerns } from '#contract/freshness.ts';
import type { ChangeVersions } from '../changes/change-versions.ts';
import type { Metrics } from '../metrics/metrics.ts';

export interface ResponseCache {
  /** Concurrent requests share one load. An entry is valid until a topic it depends on changes. */
  send<E extends Endpoint>(
    call: { request: FastifyRequest; reply: FastifyReply },
    endpoint: E,
    response: {
      key: string;
      load: () => Promise<{ rows: ResponseOf<E>; headers?: Record<string, string> }>;
    },
  ): Promise<FastifyReply>;
}

export interface CachedResponse {
  plain: Buffer;
  /** Node.js sends a short string together with the headers, which is faster than a buffer. */
  uncompressed: Buffer | string;
  etag: string;
  headers: Record<string, string>;
  encoded: Map<'br' | 'gzip', Promise<Buffer>>;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** In bytes. Compressing a smaller response costs more than it saves. */
const COMPRESSION_THRESHOLD = 1_400;

export function createResponseCache(
  changeVersions: ChangeVersions,
  metrics?: Metrics,
): ResponseCache {
  const cache = new LRUCache<string, CachedResponse, () => Promise<CachedResponse>>({
    maxSize: MAX_BYTES,
    sizeCalculation: (cached) => cached.plain.length + 1_000,
    fetchMethod: (_key, _stale, { context }) => context(),
    // A load still resolves for its callers if the entry is evicted in the meantime.
    ignoreFetchAbort: true,
  });
  return {
    send({ request, reply }, endpoint, { key, load }) {
      const params = request.params as Record<string, string>;
      const loadResponse = async () => {
        const { rows, headers = {} } = await load();
        const text = JSON.stringify(endpoint.returns ? endpoint.returns.parse(rows) : rows);
        return toCachedResponse(text, 'application/json; charset=utf-8', headers);
      };
      // The version in the key keeps a response that predates a change from being served after it.
      const versionedKey = `${key}@${changeVersions(resolveConcerns(endpoint, params))}`;
      const hit = cache.get(versionedKey);
      metrics?.recordLookup('ready_bytes', hit !== undefined);
      if (hit) return sendCachedResponse(request, reply, hit);
      return cache
        .fetch(versionedKey, { context: loadResponse })
        .then(async (cached) =>
          sendCachedResponse(request, reply, cached ?? (await loadResponse())),
        );
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
    uncompressed: plain.length < COMPRESSION_THRESHOLD ? text : plain,
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

export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): Promise<FastifyReply> {
  reply.headers(cached.headers);
  await waitForEndOfTick();
  if (isNotModified(request, cached.etag)) return reply.status(304).send();
  const encoding = negotiateEncoding(request, cached.plain.length);
  if (!encoding) return reply.send(cached.uncompressed);
  const compressed = cached.encoded.get(encoding) ?? compress(cached.plain, encoding);
  cached.encoded.set(encoding, compressed);
  return reply.header('content-encoding', encoding).send(await compressed);
}

let tick: Promise<void> | undefined;

/** Batches the responses of a tick, because every write wakes the receiving process. */
function waitForEndOfTick(): Promise<void> {
  tick ??= new Promise((resolve) => {
    setImmediate(() => {
      tick = undefined;
      resolve();
    });
  });
  return tick;
}

/** Uses weak comparison, which ignores 'W/' (RFC 9110, section 13.1.2). */
export function isNotModified({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag;
  const tags: string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return ifNoneMatch.trim() === '*' || tags.includes(etag.replace(/^W\//, ''));
}

function negotiateEncoding({ headers }: FastifyRequest, size: number): 'br' | 'gzip' | null {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string' || size < COMPRESSION_THRESHOLD) return null;
  return negotiate(accepted, ['br', 'gzip']);
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

function compress(plain: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(plain);
  return brotliAsync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
