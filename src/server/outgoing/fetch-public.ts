import dns from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLocalName, isPublicAddress } from './public-address.ts';

export type MayConnect = (address: string) => boolean;

type Lookup = (
  host: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

export interface PublicResponse {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** A year from a Songfish site takes about 3 MB. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

interface PublicRequest {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  mayConnect?: MayConnect | undefined;
  lookup?: Lookup;
}

/**
 * Connects only to public addresses and follows no redirects. Rejects compressed responses, so that
 * `maxBytes` also limits the decoded text.
 */
export async function fetchPublic(
  url: URL,
  { maxBytes = MAX_RESPONSE_BYTES, ...request }: PublicRequest & { maxBytes?: number },
): Promise<PublicResponse> {
  const response = await requestPublic(url, request);
  const { statusCode = 0 } = response;
  if (response.headers['content-encoding'] && response.headers['content-encoding'] !== 'identity') {
    response.destroy();
    throw new Error('the site sent a compressed response that was not requested');
  }
  const text = await readText(response, maxBytes);
  return { status: statusCode, text, retryAfter: response.headers['retry-after'] ?? null };
}

/** Works like `fetchPublic`, but the caller must read or destroy the response. */
export async function requestPublic(
  url: URL,
  { body, mayConnect = isPublicAddress, lookup = dns.lookup, ...request }: PublicRequest,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node calls `lookup` only for names. A custom `mayConnect` also allows local names.
  const isLocal = mayConnect === isPublicAddress && isLocalName(host);
  if (isLocal || (isIP(host) && !mayConnect(host))) throw createNotPublicError(host);
  // No agent: a reused connection would skip the address check.
  const options = { ...request, agent: false, lookup: createCheckedLookup(lookup, mayConnect) };
  return sendRequest(url, options, body);
}

function sendRequest(
  url: URL,
  options: RequestOptions,
  body: string | undefined,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'http:' ? http : https;
  return new Promise((resolve, reject) => {
    request(url, options, resolve)
      .on('error', reject)
      // Without a listener, Node closes the connection after a 101 and reports no error.
      .on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('the site switched to another protocol'));
      })
      .on('close', () => reject(new Error('the site sent no response')))
      .end(body);
  });
}

/** Checks the addresses that the socket connects to, which prevents DNS rebinding. */
function createCheckedLookup(lookup: Lookup, mayConnect: MayConnect): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const rejectedAddress = addresses.find(({ address }) => !mayConnect(address))?.address;
      if (rejectedAddress)
        return callback(createNotPublicError(`${host} (${rejectedAddress})`), '');
      const [first] = addresses;
      if (options.all || !first) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      response.destroy();
      throw new Error(`its response is larger than ${maxBytes / 1024 / 1024} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function createNotPublicError(host: string): Error {
  return new Error(`${host} is not on the public internet`);
}
