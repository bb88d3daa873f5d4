import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { ImportStopped } from './import-stopped.ts';

/** A saved API response or a file of shows, gzip or plain. */
export interface SavedFile {
  name: string;
  bytes: Uint8Array;
}

export const NOTHING_IMPORTED = 'Nothing was imported.';
const IN_PARTS = `${NOTHING_IMPORTED} Import them in several parts: nothing is imported twice.`;

const CHUNK = 64 * 1024;

/** One per import: `most` limits the bytes of all its files together. Throws `ImportStopped`. */
export function createUnpacker(most: number = IMPORT_LIMITS.unpackedBytes) {
  let left = most;
  return async function* unpack({ name, bytes }: SavedFile): AsyncGenerator<Uint8Array> {
    if (bytes.byteLength === 0) throw isEmpty(name);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    let isFirst = true;
    for await (const chunk of isGzip ? gunzip(bytes, name) : slices(bytes)) {
      if (isFirst) refuseOtherFormats(chunk, name);
      isFirst = false;
      left -= chunk.byteLength;
      if (left < 0) {
        const what = `unpacked, the files until here are more than ${most / 1024 / 1024} MB`;
        throw new ImportStopped(name, what, IN_PARTS);
      }
      yield chunk;
    }
    if (isFirst) throw isEmpty(name);
  };
}
export type Unpack = ReturnType<typeof createUnpacker>;

async function* gunzip(bytes: Uint8Array, name: string): AsyncGenerator<Uint8Array> {
  const unpacked = Readable.from(slices(bytes)).pipe(createGunzip({ chunkSize: CHUNK }));
  try {
    yield* unpacked as AsyncIterable<Uint8Array>;
  } catch {
    throw isNoText(name);
  } finally {
    unpacked.destroy();
  }
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += CHUNK)
    yield bytes.subarray(from, from + CHUNK);
}

/** Throws `ImportStopped` with the probable encoding if the bytes are not UTF-8. */
export function decode(bytes: Uint8Array, where: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw isOtherEncoding(bytes, where);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function isOtherEncoding(bytes: Uint8Array, where: string): ImportStopped {
  if (bytes.some((byte) => byte < 0x20 && !/\s/.test(String.fromCharCode(byte))))
    return isNoText(where);
  const wrong = new TextDecoder('utf-8').decode(bytes).indexOf('\ufffd');
  // Index to byte offset: characters before it may take several bytes.
  const before = new TextEncoder().encode(utf8Start(bytes, wrong)).byteLength;
  const excerpt = new TextDecoder('windows-1252')
    .decode(bytes.subarray(Math.max(0, before - 12), before + 12))
    .trim();
  const what = `this is not UTF-8, but probably Windows-1252 or Latin-1 (“…${excerpt}…”)`;
  return new ImportStopped(where, what, saveAgain('text in UTF-8'));
}

function utf8Start(bytes: Uint8Array, letters: number): string {
  return new TextDecoder('utf-8').decode(bytes).slice(0, letters);
}

function refuseOtherFormats(head: Uint8Array, name: string): void {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  const isUtf16 = begins(0xff, 0xfe) || begins(0xfe, 0xff) || begins(0x7b, 0) || begins(0, 0x7b);
  if (isUtf16) throw new ImportStopped(name, 'this is UTF-16 text', saveAgain('text in UTF-8'));
  if (begins(0x50, 0x4b, 3, 4))
    throw new ImportStopped(name, 'this is a zip archive', saveAgain('text or gzip'));
  if (head.subarray(0, 1024).includes(0)) throw isNoText(name);
}

function isEmpty(name: string): ImportStopped {
  return new ImportStopped(name, 'the file is empty', NOTHING_IMPORTED);
}

function isNoText(name: string): ImportStopped {
  const what = 'this is neither text nor a whole gzip file';
  return new ImportStopped(name, what, saveAgain('text or gzip'));
}

function saveAgain(as: string): string {
  return `${NOTHING_IMPORTED} Save the file as ${as} and import it again.`;
}
