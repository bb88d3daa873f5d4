// Defined by the build: the paths of the files for offline use, those that only the Admin Panel needs,
// and a hash of all of them.
declare const OFFLINE_FILES: string[];
declare const PANEL_FILES: string[];
declare const OFFLINE_HASH: string;

/** The HTML page of the app. It renders any screen by its URL. */
export const SHELL_PAGE = '/index.html';

const CACHE_PREFIX = 'shell-';
const CACHE_NAME = CACHE_PREFIX + OFFLINE_HASH;

/** Increases with each `emptyShells`. A fill of an earlier generation is discarded. */
let generation = 0;

/**
 * Fetches this version's missing files: all of them at first and after a logout. Files are cached one by
 * one, so a failure keeps the others. Rejects if a file is still missing. `withPanel` includes the Admin
 * Panel's files.
 */
export async function fillShell(withPanel = false): Promise<void> {
  const fillGeneration = generation;
  const cache = await caches.open(CACHE_NAME);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = [SHELL_PAGE, ...OFFLINE_FILES, ...(withPanel ? PANEL_FILES : [])];
  const missing = wanted.filter((path) => !known.has(path));
  const results = await Promise.allSettled(missing.map((path) => cache.add(path)));
  // `emptyShells` ran during the fill.
  if (fillGeneration !== generation) return emptyShells();
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw new Error('Part of the app could not be fetched.', { cause: failed });
}

/** Deletes the files of every version, after a logout. */
export async function emptyShells(): Promise<void> {
  generation += 1;
  const shells = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
  for (const name of shells) await caches.delete(name);
}

/** Deletes all versions but this one and the previous one, whose pages may still be open. */
export async function deleteOldShells(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME,
  );
  for (const name of others.slice(0, -1)) await caches.delete(name);
}

/** A file from this version, else an older one, else the network. */
export async function serveFile(request: Request): Promise<Response> {
  const options = { ignoreVary: true };
  return (
    (await caches.match(request, { ...options, cacheName: CACHE_NAME })) ??
    (await caches.match(request, options)) ??
    fetch(request)
  );
}
