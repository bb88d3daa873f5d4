import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MINUTE } from '#contract/durations.ts';
import { UpdateError } from './update-error.ts';

const CHECKSUMS = 'SHA256SUMS';
const MAX_BYTES = 200 * 1024 * 1024;
const MAX_CHECKSUM_BYTES = 64 * 1024;
/** Doesn't match `C:\\`. */
const URL_PATTERN = /^[a-z][a-z+.-]+:\/\//i;
const TIMEOUT_MS = 15 * MINUTE;

/** Without `sha256`, reads the checksum from SHA256SUMS next to the archive. */
export async function openVerifiedArchive(
  source: string,
  { download, sha256 }: { download: string; sha256?: string | undefined },
): Promise<string> {
  const isUrl = URL_PATTERN.test(source);
  const expected = sha256 ?? (await readChecksum(source, isUrl));
  if (!/^[\da-f]{64}$/i.test(expected))
    throw new UpdateError('A SHA-256 checksum has 64 hexadecimal digits. Nothing was changed.');
  const archive = isUrl ? await downloadFile(source, download) : await findFile(source);
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  if (hash.digest('hex') !== expected.toLowerCase())
    throw new UpdateError(
      `${getName(source)} does not match the expected checksum: it is damaged or was replaced. Nothing was changed.`,
    );
  return archive;
}

async function readChecksum(source: string, isUrl: boolean): Promise<string> {
  const text = isUrl
    ? await readText(new URL(CHECKSUMS, toSafeUrl(source)))
    : await readFile(join(dirname(source), CHECKSUMS), 'utf8').catch(() => '');
  const line = text.split('\n').find((row) => row.trim().split(/ [ *]/)[1] === getName(source));
  if (line) return line.trim().split(' ')[0] ?? '';
  if (!isUrl) await findFile(source);
  throw new UpdateError(
    `${CHECKSUMS} next to ${getName(source)} doesn't list it. Download both files from the same place, or pass the checksum with --sha256. Nothing was changed.`,
  );
}

async function readText(url: URL): Promise<string> {
  const response = await request(url);
  if (Number(response.headers.get('content-length') ?? 0) > MAX_CHECKSUM_BYTES) return '';
  return (await response.text()).slice(0, MAX_CHECKSUM_BYTES);
}

async function downloadFile(source: string, path: string): Promise<string> {
  const { body } = await request(toSafeUrl(source));
  if (!body) throw new UpdateError(`${source} returned nothing. Nothing was changed.`);
  let bytes = 0;
  await pipeline(
    Readable.fromWeb(body as import('node:stream/web').ReadableStream<Uint8Array>),
    async function* limit(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES)
          throw new UpdateError(`${source} is too large for a release. Nothing was changed.`);
        yield chunk;
      }
    },
    createWriteStream(path),
  );
  return path;
}

async function request(url: URL): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: unknown) => {
      const { message } = error instanceof Error && error.cause instanceof Error ? error.cause : {};
      throw new UpdateError(
        `${url.host} does not respond (${message ?? String(error)}). Nothing was changed.`,
      );
    },
  );
  if (!response.ok)
    throw new UpdateError(`${url.href} returned ${response.status}. Nothing was changed.`);
  return response;
}

/** Over plain HTTP, an attacker on the network could replace the archive and its checksum. */
function toSafeUrl(source: string): URL {
  const url = URL.canParse(source) ? new URL(source) : undefined;
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url;
  throw new UpdateError(`${source} is not a URL that starts with https. Nothing was changed.`);
}

async function findFile(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) throw new UpdateError(`The file ${path} does not exist.`);
  return path;
}

function getName(source: string): string {
  return basename(URL_PATTERN.test(source) ? toSafeUrl(source).pathname : source);
}
