import { LAST_SEEN_CACHE, LAST_SEEN_HEADER } from '../messages.ts';

/** Grows when all is forgotten: what was asked for before is then not kept any more. */
let generation = 0;

/** The server's answer, kept; without a network the last one that was seen, marked as such. */
export async function answerAndKeep(request: Request, event: FetchEvent): Promise<Response> {
  const asked = generation;
  try {
    const answer = await fetch(request);
    if (answer.status === 200) event.waitUntil(keep(request, answer.clone(), asked));
    return answer;
  } catch (error) {
    const last = await caches.match(request, { cacheName: LAST_SEEN_CACHE, ignoreVary: true });
    if (!last) throw error;
    return marked(last);
  }
}

export async function forget(): Promise<void> {
  generation += 1;
  await caches.delete(LAST_SEEN_CACHE);
}

async function keep(request: Request, answer: Response, asked: number): Promise<void> {
  if (asked !== generation) return;
  const cache = await caches.open(LAST_SEEN_CACHE);
  await cache.put(request, answer);
  // Forgotten while it was being written.
  if (asked !== generation) await caches.delete(LAST_SEEN_CACHE);
}

/** Without its date, which is the server's clock to the pages, and not now. */
function marked(last: Response): Response {
  const headers = new Headers(last.headers);
  headers.set(LAST_SEEN_HEADER, headers.get('date') ?? '');
  headers.delete('date');
  return new Response(last.body, { headers });
}
