import { createHash } from 'node:crypto';
import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** A socket path has at most 104 bytes on macOS and 108 on Linux, with its terminator. */
const MAX_PATH_BYTES = 100;

export function shortenPath(socket: string): string {
  const path = resolve(socket);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path;
  return join(createShortLink(dirname(path)), basename(path));
}

/** Only the owner can enter the folder of links, so no other user can replace a link. */
function createShortLink(folder: string): string {
  const links = join(tmpdir(), `called-it-${process.getuid?.() ?? 0}`);
  mkdirSync(links, { recursive: true, mode: 0o700 });
  const link = join(links, createHash('sha256').update(folder).digest('hex').slice(0, 12));
  try {
    if (readlinkSync(link) === folder) return link;
  } catch {
    // The link doesn't exist yet.
  }
  rmSync(link, { force: true });
  symlinkSync(folder, link);
  return link;
}
