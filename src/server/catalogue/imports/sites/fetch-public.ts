import dns from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLocalName, isPublicAddress } from './public-address.ts';

export type MayConnect = (address: string) => boolean;

type Lookup = (
  host: string,
  options: dns.LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

export interface PublicAnswer {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** A year of a Songfish site has three million bytes. */
const ANSWER_MAX = 8 * 1024 * 1024;

/**
 * Rejects before it connects to a non-public address, and above `most` bytes. Follows no redirects.
 * Refuses compressed responses, so that `most` also limits the decoded text.
 */
export async function fetchPublic(
  url: URL,
  {
    headers,
    signal,
    mayConnect = isPublicAddress,
    lookup = dns.lookup,
    most = ANSWER_MAX,
  }: {
    headers: Record<string, string>;
    signal: AbortSignal;
    mayConnect?: MayConnect | undefined;
    lookup?: Lookup;
    most?: number;
  },
): Promise<PublicAnswer> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node calls `lookup` only for names. A custom `mayConnect` also allows local names.
  const isLocal = mayConnect === isPublicAddress && isLocalName(host);
  if (isLocal || (isIP(host) && !mayConnect(host))) throw isNotPublic(host);
  // No agent: a reused connection would skip the address check.
  const options = {
    headers,
    signal,
    agent: false,
    lookup: lookupWith(lookup, mayConnect),
  } as const;
  const answer = await ask(url, options);
  const { statusCode = 0 } = answer;
  if (answer.headers['content-encoding'] && answer.headers['content-encoding'] !== 'identity') {
    answer.destroy();
    throw new Error('it sends a compressed answer that was not requested');
  }
  const text = await readText(answer, most);
  return { status: statusCode, text, retryAfter: answer.headers['retry-after'] ?? null };
}

function ask(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { request } = url.protocol === 'http:' ? http : https;
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end();
  });
}

/** Checks the addresses that the socket connects to, against DNS rebinding. */
function lookupWith(lookup: Lookup, mayConnect: MayConnect): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const refused = addresses.find(({ address }) => !mayConnect(address));
      if (refused) return callback(isNotPublic(`${host} (${refused.address})`), '');
      const [first] = addresses;
      if (options.all || !first) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

async function readText(answer: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > most) {
      answer.destroy();
      throw new Error(`its answer has more than ${most / 1024 / 1024} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isNotPublic(host: string): Error {
  return new Error(`${host} is not on the public internet`);
}
