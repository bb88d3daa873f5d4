// Put in by the build: the path of every file that works without a network, of those that only the
// Admin Panel needs, and a hash over them all.
declare const OFFLINE_FILES: string[];
declare const PANEL_FILES: string[];
declare const OFFLINE_HASH: string;

/** The bare page, as the server fills it; it finds out by itself which screen it is. */
export const SHELL_PAGE = '/index.html';

const PREFIX = 'shell-';
const NAME = PREFIX + OFFLINE_HASH;

/** Grows when all is emptied: what is being fetched then is not kept any more. */
let generation = 0;

/**
 * Fetches what is missing of this version: all of it at first, and again after a logout emptied it.
 * Each file is kept as it comes, what the open page has loaded before all else. Rejects while one is
 * still missing. `withPanel`: those of the Admin Panel too.
 */
export async function fillShell(withPanel = false): Promise<void> {
  const asked = generation;
  const cache = await caches.open(NAME);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = [SHELL_PAGE, ...OFFLINE_FILES, ...(withPanel ? PANEL_FILES : [])];
  const missing = wanted.filter((path) => !known.has(path));
  const tries = await Promise.allSettled(missing.map((path) => cache.add(path)));
  // Emptied while it was being filled.
  if (asked !== generation) return emptyShells();
  const failed = tries.find(({ status }) => status === 'rejected');
  if (failed) throw new Error('Part of the app could not be fetched.', { cause: failed });
}

/** After a logout: of every version. */
export async function emptyShells(): Promise<void> {
  generation += 1;
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  for (const name of shells) await caches.delete(name);
}

/** This version and the one before, whose pages may still be open. */
export async function keepTwoShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  for (const name of others.slice(0, -1)) await caches.delete(name);
}

/** A file by this version, else by an older one, else from the network. */
export async function fileOf(request: Request): Promise<Response> {
  const options = { ignoreVary: true };
  return (
    (await caches.match(request, { ...options, cacheName: NAME })) ??
    (await caches.match(request, options)) ??
    fetch(request)
  );
}
