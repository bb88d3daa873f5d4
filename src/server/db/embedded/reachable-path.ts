import { createHash } from 'node:crypto';
import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** A socket address has at most 104 bytes on macOS and 108 on Linux, terminator included. */
const LONGEST = 100;

/**
 * Returns a path to the socket that is short enough for a socket address. Uses a link in the folder
 * for temporary files if necessary.
 */
export function reachablePath(socket: string): string {
  const path = resolve(socket);
  if (Buffer.byteLength(path) <= LONGEST) return path;
  return join(shortLinkTo(dirname(path)), basename(path));
}

/** Only the owner can access the folder of links, so no other user can replace a link. */
function shortLinkTo(folder: string): string {
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
