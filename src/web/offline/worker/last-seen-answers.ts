import { LAST_SEEN_CACHE, LAST_SEEN_HEADER } from '../messages.ts';

/** Answers requested in an earlier generation are not cached. */
let generation = 0;

/** When offline, returns the last answer, with `LAST_SEEN_HEADER`. */
export async function fetchAndCache(request: Request, event: FetchEvent): Promise<Response> {
  const requestGeneration = generation;
  try {
    const answer = await fetch(request);
    if (answer.status === 200) event.waitUntil(keep(request, answer.clone(), requestGeneration));
    return answer;
  } catch (error) {
    const last = await caches.match(request, { cacheName: LAST_SEEN_CACHE, ignoreVary: true });
    if (!last) throw error;
    return withLastSeen(last);
  }
}

export async function clearLastSeen(): Promise<void> {
  generation += 1;
  await caches.delete(LAST_SEEN_CACHE);
}

async function keep(request: Request, answer: Response, requestGeneration: number): Promise<void> {
  if (requestGeneration !== generation) return;
  const cache = await caches.open(LAST_SEEN_CACHE);
  await cache.put(request, answer);
  // Cleared during the write.
  if (requestGeneration !== generation) await caches.delete(LAST_SEEN_CACHE);
}

/** Removes `Date`, because pages derive the server's clock from it. */
function withLastSeen(last: Response): Response {
  const headers = new Headers(last.headers);
  headers.set(LAST_SEEN_HEADER, headers.get('date') ?? '');
  headers.delete('date');
  return new Response(last.body, { headers });
}
