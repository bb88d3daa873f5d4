import { LAST_SEEN_CACHE, LAST_SEEN_HEADER } from '../messages.ts';

/** Responses requested in an earlier generation are not cached. */
let generation = 0;

/** While offline, returns the cached response with `LAST_SEEN_HEADER`. */
export async function fetchAndCache(request: Request, event: FetchEvent): Promise<Response> {
  const requestGeneration = generation;
  try {
    const response = await fetch(request);
    if (response.status === 200)
      event.waitUntil(cacheResponse(request, response.clone(), requestGeneration));
    return response;
  } catch (error) {
    const cached = await caches.match(request, { cacheName: LAST_SEEN_CACHE, ignoreVary: true });
    if (!cached) throw error;
    return withLastSeen(cached);
  }
}

export async function clearLastSeen(): Promise<void> {
  generation += 1;
  await caches.delete(LAST_SEEN_CACHE);
}

async function cacheResponse(
  request: Request,
  response: Response,
  requestGeneration: number,
): Promise<void> {
  if (requestGeneration !== generation) return;
  const cache = await caches.open(LAST_SEEN_CACHE);
  await cache.put(request, response);
  if (requestGeneration !== generation) await caches.delete(LAST_SEEN_CACHE);
}

/** Removes `Date`, because pages derive the server's clock from it. */
function withLastSeen(cached: Response): Response {
  const headers = new Headers(cached.headers);
  headers.set(LAST_SEEN_HEADER, headers.get('date') ?? '');
  headers.delete('date');
  return new Response(cached.body, { headers });
}
