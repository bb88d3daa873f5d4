import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { ImportStopped } from './import-stopped.ts';
import { NOTHING_IMPORTED, type SavedFile, type Unpack } from './unpack.ts';

const NEWLINE = 10;
const SPACE = 32;

/** Skips blank lines. Throws `ImportStopped` above `most` bytes, without unpacking the rest. */
export async function* readLines(
  file: SavedFile,
  unpack: Unpack,
  most: number = IMPORT_LIMITS.lineBytes,
): AsyncGenerator<{ number: number; bytes: Uint8Array }> {
  let number = 1;
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  const take = (part: Uint8Array) => {
    begun.push(part);
    begunBytes += part.byteLength;
    if (begunBytes > most) throw isTooLong(`${file.name}, line ${number}`, most);
  };
  const end = () => {
    if (begun.length === 0) return undefined;
    const bytes = Buffer.concat(begun);
    begun = [];
    begunBytes = 0;
    return isBlank(bytes) ? undefined : { number, bytes };
  };
  for await (const chunk of unpack(file)) {
    let from = 0;
    // Faster than an `indexOf` call per line for files with millions of blank lines.
    for (let to = 0; to < chunk.byteLength; to += 1) {
      if (chunk[to] !== NEWLINE) continue;
      if (to > from) take(chunk.subarray(from, to));
      const line = end();
      if (line) yield line;
      number += 1;
      from = to + 1;
    }
    if (from < chunk.byteLength) take(chunk.subarray(from));
  }
  const last = end();
  if (last) yield last;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte <= SPACE);
}

function isTooLong(where: string, most: number): ImportStopped {
  const what = `the line has more than ${most / 1024 / 1024} MB`;
  return new ImportStopped(where, what, `${NOTHING_IMPORTED} Write one show in each line.`);
}
