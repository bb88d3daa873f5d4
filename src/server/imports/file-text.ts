import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ImportStopped } from './import-stopped.ts';

/** A saved answer, gzip or plain. */
export interface SavedFile {
  name: string;
  bytes: Uint8Array;
}

/** How much text the files of an import may have together: an archive of 2,000 shows, many times over. */
export const MOST_TEXT = 128 * 1024 * 1024;

export const GO_ON_WITH_FILES =
  'Files before this one are in. Save it anew and run the same import again: nothing comes twice.';

const IN_PARTS = 'Import them in several parts: nothing comes twice.';

/**
 * Reads the texts of the files of one import, which are unpacked beside the event loop. Throws where a
 * file has none, and where they become more than `most` bytes together: a small file may hold gigabytes.
 */
export function createTextReader(most = MOST_TEXT): (file: SavedFile) => Promise<string> {
  let left = most;
  return async ({ name, bytes }) => {
    const plain = await unpack(bytes, left).catch((error: unknown) => {
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooMuch(name, most);
      throw noText(name);
    });
    if (plain.byteLength > left) throw tooMuch(name, most);
    left -= plain.byteLength;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(plain);
    } catch {
      throw noText(name);
    }
  };
}

const inflate = promisify(gunzip);

async function unpack(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  // Nothing less than a byte can be asked for.
  return isGzip ? inflate(bytes, { maxOutputLength: Math.max(most, 1) }) : bytes;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function noText(name: string): ImportStopped {
  return new ImportStopped(name, 'this is neither text nor a whole gzip file', GO_ON_WITH_FILES);
}

function tooMuch(name: string, most: number): ImportStopped {
  const what = `unpacked, the files until here are more than ${most / 1024 / 1024} MB`;
  return new ImportStopped(name, what, IN_PARTS);
}
