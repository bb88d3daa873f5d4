// Defined by the build. The hash covers both lists.
declare const OFFLINE_FILES: string[];
declare const PANEL_FILES: string[];
declare const OFFLINE_HASH: string;

/** This page renders any screen by its URL. */
export const SHELL_PAGE = '/index.html';

const CACHE_PREFIX = 'shell-';
const CACHE_NAME = CACHE_PREFIX + OFFLINE_HASH;

/** A fill from an earlier generation is discarded. */
let generation = 0;

/** Caches files one by one, so that a failure keeps the others. Rejects if a file is missing. */
export async function fillShell(withPanel = false): Promise<void> {
  const fillGeneration = generation;
  const cache = await caches.open(CACHE_NAME);
  const cachedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const paths = [SHELL_PAGE, ...OFFLINE_FILES, ...(withPanel ? PANEL_FILES : [])];
  const missingPaths = paths.filter((path) => !cachedPaths.has(path));
  const results = await Promise.allSettled(missingPaths.map((path) => cache.add(path)));
  if (fillGeneration !== generation) return emptyShells();
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure) throw new Error('Failed to fetch part of the app', { cause: failure });
}

export async function emptyShells(): Promise<void> {
  generation += 1;
  const shells = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
  for (const name of shells) await caches.delete(name);
}

/** The previous version stays, because its pages may still be open. */
export async function deleteOldShells(): Promise<void> {
  const oldShells = (await caches.keys()).filter(
    (name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME,
  );
  for (const name of oldShells.slice(0, -1)) await caches.delete(name);
}

export async function serveFile(request: Request): Promise<Response> {
  const options = { ignoreVary: true };
  return (
    (await caches.match(request, { ...options, cacheName: CACHE_NAME })) ??
    (await caches.match(request, options)) ??
    fetch(request)
  );
}
