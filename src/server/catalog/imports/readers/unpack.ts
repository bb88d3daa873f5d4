import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { ImportStoppedError } from './import-stopped-error.ts';

export interface SavedFile {
  name: string;
  bytes: Uint8Array;
}

export const NOTHING_IMPORTED = 'Nothing was imported.';
const IN_PARTS = `${NOTHING_IMPORTED} Import them in several parts. Nothing is imported twice.`;

const CHUNK_BYTES = 64 * 1024;

/** Create one per import: `maxBytes` limits its files in total. Throws `ImportStoppedError`. */
export function createUnpacker(maxBytes: number = IMPORT_LIMITS.unpackedBytes) {
  let remainingBytes = maxBytes;
  return async function* unpack({ name, bytes }: SavedFile): AsyncGenerator<Uint8Array> {
    if (bytes.byteLength === 0) throw createEmptyFileError(name);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    let isFirst = true;
    for await (const chunk of isGzip ? gunzip(bytes, name) : splitIntoChunks(bytes)) {
      if (isFirst) rejectOtherFormats(chunk, name);
      isFirst = false;
      remainingBytes -= chunk.byteLength;
      if (remainingBytes < 0) {
        const reason = `the files are larger than ${maxBytes / 1024 / 1024} MB when unpacked`;
        throw new ImportStoppedError(name, reason, IN_PARTS);
      }
      yield chunk;
    }
    if (isFirst) throw createEmptyFileError(name);
  };
}
export type Unpack = ReturnType<typeof createUnpacker>;

async function* gunzip(bytes: Uint8Array, name: string): AsyncGenerator<Uint8Array> {
  const unpacked = Readable.from(splitIntoChunks(bytes)).pipe(
    createGunzip({ chunkSize: CHUNK_BYTES }),
  );
  try {
    yield* unpacked as AsyncIterable<Uint8Array>;
  } catch {
    throw createNotTextError(name);
  } finally {
    unpacked.destroy();
  }
}

function* splitIntoChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES);
}

/** Throws `ImportStoppedError` with the probable encoding if the bytes are not UTF-8. */
export function decode(bytes: Uint8Array, location: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw createEncodingError(bytes, location);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function createEncodingError(bytes: Uint8Array, location: string): ImportStoppedError {
  if (bytes.some((byte) => byte < 0x20 && !/\s/.test(String.fromCharCode(byte))))
    return createNotTextError(location);
  const invalidIndex = new TextDecoder('utf-8').decode(bytes).indexOf('\ufffd');
  // Converts the index to a byte offset, because earlier characters may take several bytes.
  const offset = new TextEncoder().encode(decodePrefix(bytes, invalidIndex)).byteLength;
  const excerpt = new TextDecoder('windows-1252')
    .decode(bytes.subarray(Math.max(0, offset - 12), offset + 12))
    .trim();
  const reason = `this is not UTF-8, but probably Windows-1252 or Latin-1 (“…${excerpt}…”)`;
  return new ImportStoppedError(location, reason, saveAgainHint('text in UTF-8'));
}

function decodePrefix(bytes: Uint8Array, length: number): string {
  return new TextDecoder('utf-8').decode(bytes).slice(0, length);
}

function rejectOtherFormats(head: Uint8Array, name: string): void {
  const startsWith = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  const isUtf16 = startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff) || hasZeroEverySecondByte(head);
  if (isUtf16)
    throw new ImportStoppedError(name, 'this is UTF-16 text', saveAgainHint('text in UTF-8'));
  if (startsWith(0x50, 0x4b, 3, 4))
    throw new ImportStoppedError(name, 'this is a zip archive', saveAgainHint('text or gzip'));
  if (head.subarray(0, 1024).includes(0)) throw createNotTextError(name);
}

/** ASCII characters in UTF-16, which may have no byte order mark. */
function hasZeroEverySecondByte(head: Uint8Array): boolean {
  const start = head.subarray(0, 8);
  return (
    start.length === 8 &&
    [0, 1].some((rest) => start.every((byte, index) => (byte === 0) === (index % 2 === rest)))
  );
}

function createEmptyFileError(name: string): ImportStoppedError {
  return new ImportStoppedError(name, 'the file is empty', NOTHING_IMPORTED);
}

function createNotTextError(name: string): ImportStoppedError {
  const reason = 'this is neither text nor a complete gzip file';
  return new ImportStoppedError(name, reason, saveAgainHint('text or gzip'));
}

function saveAgainHint(format: string): string {
  return `${NOTHING_IMPORTED} Save the file as ${format} and import it again.`;
}
